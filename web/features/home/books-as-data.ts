import type { Site } from '../../../facade/site.ts';
import { booksAt } from './books.ts';

/** Structured data of the books for search engines (schema.org): each is a book and a Spanish course. */
export function booksAsData(site: Site): object {
  return {
    '@context': 'https://schema.org',
    '@graph': booksAt(site).map(({ title, author, year, about, level }) => ({
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
