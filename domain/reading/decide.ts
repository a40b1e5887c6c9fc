import { type Refusal, refuse } from '../refusal.ts';
import { type Reading, type ReadingEvent, sentencesReadOf } from './reading.ts';

export type ReadingCommand =
  | { readonly type: 'open chapter'; readonly chapter: number }
  | {
      readonly type: 'move last read';
      readonly chapter: number;
      /** Ids of the chapter's sentences in order, from the catalogue. */
      readonly sentences: readonly string[];
      /** The sentence to read next, or 'finished' (spec 3, lastRead). */
      readonly next: string | 'finished';
      /** The learner chose this sentence: only then may the position move back. */
      readonly navigated: boolean;
    };

/** Spec 4 (Reader): last read only moves forward unless the learner navigated; a chapter is finished once. */
export function decide(reading: Reading, command: ReadingCommand): readonly ReadingEvent[] | Refusal {
  const { chapter } = command;
  const before = reading.chapters[chapter];
  if (command.type === 'open chapter') return before ? [] : [{ type: 'ChapterOpened', data: { chapter } }];

  const { sentences, next, navigated } = command;
  const nextIndex = next === 'finished' ? sentences.length : sentences.indexOf(next);
  if (nextIndex < 0)
    return refuse('unknown sentence', {
      field: 'sentenceId',
      because: 'missing',
      verbose: 'This sentence is not in this chapter.',
    });
  // The first sentence as last read means that nothing was read.
  const sentence = sentences[nextIndex - 1];
  if (sentence === undefined) return [];
  const read = before ? sentencesReadOf(before, sentences) : 0;
  if (nextIndex === read || (nextIndex < read && !navigated)) return [];

  const sentenceRead: ReadingEvent = {
    type: 'SentenceRead',
    data: { chapter, sentence, position: nextIndex, next: sentences[nextIndex] ?? null },
  };
  const finishes = next === 'finished' && !before?.finished;
  return finishes ? [sentenceRead, { type: 'ChapterFinished', data: { chapter } }] : [sentenceRead];
}
