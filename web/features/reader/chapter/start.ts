import type { ReaderSentence } from './contents.ts';

/**
 * Index of the sentence that reading starts at (spec 4): the one last read names, else the first; a finished chapter
 * opens at the last.
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
 * What the start summary tells (spec 2): the chapter's introduction while little of it was read, else the story up to
 * the sentence before. A chapter without an introduction tells the story, if there is any yet.
 */
export function startSummary(
  sentences: readonly Pick<ReaderSentence, 'summary'>[],
  { index, chapter, introduction }: { index: number; chapter: number; introduction: string | null },
): StartSummary | undefined {
  const isEarly = index < (chapter === 1 ? 4 : 2);
  if (isEarly && introduction !== null) return { kind: 'introduction', text: introduction };
  return index === 0 ? undefined : { kind: 'previously', text: storySoFar(sentences, index - 1) };
}

/** The story up to and including a sentence: its summary, or the nearest one before it. */
export function storySoFar(
  sentences: readonly Pick<ReaderSentence, 'summary'>[],
  index: number,
): string | null {
  return sentences.slice(0, index + 1).findLast(({ summary }) => summary !== null)?.summary ?? null;
}
