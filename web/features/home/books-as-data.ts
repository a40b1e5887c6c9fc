import { books } from './books.ts';

/** What search engines are told of the books (schema.org): each is a book, and a course that teaches Spanish. */
export function booksAsData(): object {
  return {
    '@context': 'https://schema.org',
    '@graph': books.map(({ title, author, year, about, level }) => ({
      '@type': ['Book', 'Course'],
      name: title,
      description: about,
      author: { '@type': 'Person', name: author },
      inLanguage: 'es',
      datePublished: String(year),
      educationalLevel: level,
      teaches: 'Spanish',
      provider: { '@type': 'Organization', name: 'Camino' },
      hasPart: { '@type': 'Chapter', name: 'Chapter 1', isAccessibleForFree: true },
    })),
  };
}
