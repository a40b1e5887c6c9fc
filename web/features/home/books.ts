import type { Site } from '../../../facade/site.ts';

/** The books as the home page and search engines present them; `ready` counts the chapters that can be read (spec 9). */
export const books = [
  {
    title: 'Platero y Yo',
    author: 'Juan Ramón Jiménez',
    year: 1917,
    level: '7th Grade',
    ready: 2,
    chapters: 32,
    quote: 'Tiene acero. Acero y plata de luna, al mismo tiempo.',
    about: 'A poet, a small silver donkey, a white village. Begin here.',
  },
  {
    title: 'Don Quixote',
    author: 'Miguel de Cervantes',
    year: 1605,
    level: 'University',
    ready: 3,
    chapters: 52,
    quote: 'En un lugar de la Mancha, de cuyo nombre no quiero acordarme…',
    about: 'The first novel, and still the funniest. For later, or for the brave.',
  },
] as const;

/** Those that the deployment does not leave out (decision 35). */
export const booksAt = ({ withoutBooks = [] }: Site) =>
  books.filter(({ title }) => !withoutBooks.includes(title));

/** What a subscription opens today: 'Platero y Yo 2 of 32, Don Quixote 3 of 52'. */
export const readyAt = (site: Site): string =>
  booksAt(site)
    .map(({ title, ready, chapters }) => `${title} ${ready} of ${chapters}`)
    .join(', ');
