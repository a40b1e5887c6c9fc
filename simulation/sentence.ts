import { enter, kindOf, type Step } from '../domain/quiz/quiz.ts';
import type { Random } from '../domain/quiz/random.ts';
import type { JudgedAnswer } from '../domain/vocabulary/decide.ts';
import { answer } from './answers.ts';
import { integerBetween } from './chance.ts';
import type { CourseBook, CourseChapter } from './course.ts';
import type { Recorder } from './recorder.ts';

/** A sentence of a book, and how often the learner has read the whole course before. */
export interface Place {
  readonly book: CourseBook;
  readonly chapter: CourseChapter;
  /** From 0. */
  readonly index: number;
  readonly round: number;
}

/**
 * Reads one sentence as the reader screen does: the questions of its quiz, then the new reading position, and sometimes
 * a fragment marked by hand.
 * @param ability see `answer`
 * @returns the time when that is done, in milliseconds since 1970
 */
export function readSentence(
  recorder: Recorder,
  { book, chapter, index, round }: Place,
  ability: number,
  clock: number,
  random: Random,
): number {
  const sentence = chapter.sentences[index];
  if (!sentence) return clock;
  if (index === 0) recorder.reading(clock, book.id, { type: 'open chapter', chapter: chapter.number });
  const known = (fragment: string) => recorder.levelIn(book.language, fragment);
  const fragmentsOf = ({ word }: Step) => sentence.words.find(({ id }) => id === word)?.fragments ?? [];
  const { steps } = enter(sentence, known, `${index} ${round} ${random()}`);
  let now = clock;
  const answers = steps.map((step): JudgedAnswer => {
    const fragments = fragmentsOf(step);
    const given = answer(step, { ability, known: fragments.map(known), random });
    now += given.milliseconds;
    return { question: step.question.id, kind: kindOf(step), right: given.chosen === 0, fragments, ...given };
  });
  if (answers.length > 0)
    recorder.vocabulary(now, book.language, {
      type: 'answer',
      occasion: 'reading',
      book: book.id,
      sentence: sentence.id,
      contentVersion: chapter.contentVersion,
      answers,
    });
  recorder.reading(now + 200, book.id, {
    type: 'move last read',
    chapter: chapter.number,
    sentences: chapter.sentences.map(({ id }) => id),
    next: chapter.sentences[index + 1]?.id ?? 'finished',
    navigated: false,
  });
  const tapped = steps.flatMap(fragmentsOf)[0];
  if (tapped !== undefined && random() < 0.05)
    recorder.vocabulary(now + 900, book.language, {
      type: 'mark',
      fragment: tapped,
      level: random() < 0.6 ? 'IV' : 'III',
    });
  return now + integerBetween(random, 4_000, 15_000);
}
