/** The reading aggregate: one learner's progress in one book, its events and its state. */

export type ReadingEvent =
  | { readonly type: 'ChapterOpened'; readonly data: { readonly chapter: number } }
  | {
      readonly type: 'SentenceRead';
      readonly data: {
        readonly chapter: number;
        readonly sentence: string;
        /** Place of the sentence in its chapter, from 1. */
        readonly position: number;
        /** The sentence the learner reads next, which the specification calls last read; null at the chapter's end. */
        readonly next: string | null;
      };
    }
  | { readonly type: 'ChapterFinished'; readonly data: { readonly chapter: number } };

export interface ChapterReading {
  /** Place of the sentence read last in the edition it was read in, from 1; 0 when none was read. */
  readonly position: number;
  readonly next: string | null;
  readonly finished: boolean;
}

export interface Reading {
  readonly chapters: Readonly<Record<number, ChapterReading>>;
}

export const nothingRead: Reading = { chapters: {} };

export const readingEventTypes: Readonly<Record<ReadingEvent['type'], true>> = {
  ChapterOpened: true,
  SentenceRead: true,
  ChapterFinished: true,
};

/** Version of `evolve`: a snapshot made by another version is discarded. */
export const readingVersion = 1;

const unopened: ChapterReading = { position: 0, next: null, finished: false };

export function evolve(reading: Reading, events: readonly ReadingEvent[]): Reading {
  const chapters: Record<number, ChapterReading> = { ...reading.chapters };
  for (const { type, data } of events) {
    const before = chapters[data.chapter] ?? unopened;
    if (type === 'ChapterOpened') chapters[data.chapter] = before;
    else if (type === 'SentenceRead')
      chapters[data.chapter] = { ...before, position: data.position, next: data.next };
    else chapters[data.chapter] = { ...before, finished: true };
  }
  return { chapters };
}

/**
 * How many sentences of the current edition precede the one to read next. That sentence is found by its id, because an
 * edition may have moved it. When the edition dropped it, the sentence in its place is next, so that an unfinished
 * chapter always has a sentence left.
 * @param sentences ids of the edition's sentences in order
 */
export function sentencesReadOf({ next, position }: ChapterReading, sentences: readonly string[]): number {
  if (next === null) return Math.min(position, sentences.length);
  const index = sentences.indexOf(next);
  return index >= 0 ? index : Math.max(0, Math.min(position, sentences.length - 1));
}
