import type { ReaderSentence } from './contents.ts';

/**
 * The index of the first sentence to show (spec 4): the last read one, otherwise the first; for a finished chapter the last.
 */
export function startIndex(
  sentences: readonly { readonly id: string }[],
  lastRead: string | undefined,
): number {
  if (lastRead === 'finished') return Math.max(0, sentences.length - 1);
  return Math.max(
    0,
    sentences.findIndex(({ id }) => id === lastRead),
  );
}

export type StartSummary =
  | { readonly kind: 'introduction'; readonly text: string }
  | { readonly kind: 'previously'; readonly text: string | null };

/**
 * The text of the start summary (spec 2): the chapter's introduction near its beginning, later the story up to the previous
 * sentence. A chapter without an introduction shows the story, if there is any yet.
 */
export function startSummary(
  sentences: readonly Pick<ReaderSentence, 'summary'>[],
  { index, chapter, introduction }: { index: number; chapter: number; introduction: string | null },
): StartSummary | undefined {
  const isEarly = index < (chapter === 1 ? 4 : 2);
  if (isEarly && introduction !== null) return { kind: 'introduction', text: introduction };
  return index === 0 ? undefined : { kind: 'previously', text: storySoFar(sentences, index - 1) };
}

/** The story up to and including a sentence: its summary, or that of the nearest earlier sentence. */
export function storySoFar(
  sentences: readonly Pick<ReaderSentence, 'summary'>[],
  index: number,
): string | null {
  return sentences.slice(0, index + 1).findLast(({ summary }) => summary !== null)?.summary ?? null;
}
