import { utcOffsetOn } from '../../shared/day.ts';
import type { ReviewScope } from '../../shared/review/due.ts';

/**
 * The scope in the address. `?book=…&chapter=2` or `?day=2026-05-12`, by the learner's clock: the mistakes made there. `?fragments=…,…`: these
 * fragments, due or not. Undefined for any other address.
 */
export function scopeIn(address: URLSearchParams): ReviewScope {
  const [book, chapter, day, fragments] = ['book', 'chapter', 'day', 'fragments'].map(
    name => address.get(name) ?? '',
  );
  if (fragments && /^[\w-]{1,64}(,[\w-]{1,64}){0,19}$/.test(fragments))
    return { fragments: fragments.split(',') };
  if (day && /^2\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))
    return { day, utcOffset: utcOffsetOn(day) };
  if (book && /^[\w-]{1,64}$/.test(book) && chapter && /^\d{1,3}$/.test(chapter))
    return { bookId: book, chapter: Number(chapter) };
  return {};
}

/** Where or when the mistakes were made: 'on 22 November 2026', 'in Platero y Yo, chapter 1'. */
export function placeOf({ chapter, day }: ReviewScope, book: string | undefined): string | undefined {
  if (day)
    return `on ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))}`;
  return chapter === undefined ? undefined : `in ${book ? `${book}, ` : ''}chapter ${chapter}`;
}
