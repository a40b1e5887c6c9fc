import { decide } from '../../../../domain/reading/decide.ts';
import { evolve, type Reading } from '../../../../domain/reading/reading.ts';
import { isRefusal } from '../../../../domain/refusal.ts';

/**
 * The new value of last read (spec 3: a sentence id or 'finished'), by the rules of the server: it only moves forward, unless
 * the reader navigated; a finished chapter stays finished.
 * @param sentences ids of the chapter's sentences in order
 */
export function movedLastRead(
  sentences: readonly string[],
  { before, next, navigated }: { before: string | undefined; next: string; navigated: boolean },
): string | undefined {
  const reading = readingAt(sentences, before);
  const decided = decide(reading, { type: 'move last read', chapter: 1, sentences, next, navigated });
  if (isRefusal(decided)) return before;
  const moved = evolve(reading, decided).chapters[1];
  return moved?.finished ? 'finished' : (moved?.next ?? undefined);
}

function readingAt(sentences: readonly string[], lastRead: string | undefined): Reading {
  if (lastRead === undefined) return { chapters: {} };
  const finished = lastRead === 'finished';
  const position = finished ? sentences.length : Math.max(0, sentences.indexOf(lastRead));
  return { chapters: { 1: { position, next: finished ? null : lastRead, finished } } };
}
