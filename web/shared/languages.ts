import type { books } from '../../facade/books.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';

type Book = ReplyOf<typeof books>[number];
export type Language = Book['language'];

/**
 * The available languages, most likely first: those of books that were begun, then those with more sentences.
 * @param lastRead books that were begun, by id; undefined while unknown
 */
export function languagesToRead(
  all: readonly Book[],
  lastRead: Readonly<Record<string, unknown>> = {},
): readonly Language[] {
  const weights = new Map<string, { readonly language: Language; begun: boolean; sentences: number }>();
  for (const { id, language, chapters } of all) {
    const sentences = chapters.reduce((sum, { available, total }) => sum + (available ? total : 0), 0);
    if (sentences === 0) continue;
    const weight = weights.get(language.id) ?? { language, begun: false, sentences: 0 };
    weight.begun ||= lastRead[id] !== undefined;
    weight.sentences += sentences;
    weights.set(language.id, weight);
  }
  return [...weights.values()]
    .toSorted((a, b) => Number(b.begun) - Number(a.begun) || b.sentences - a.sentences)
    .map(({ language }) => language);
}
