import {
  enter,
  enterPlanned,
  type Limits,
  type Quiz,
  type QuizSentence,
  resume,
} from '../../../../domain/quiz/quiz.ts';
import { startIndex } from '../chapter/start.ts';

/**
 * The reader as a state machine: this file defines the states, `transition.ts` the transitions. Both are pure; side effects
 * (sending, storing, leaving) are returned as data.
 */

/** The current sentence and its quiz. */
export interface Place {
  readonly index: number;
  /**
   * A UUID of this entry of the sentence, and the id of the command that sends its answers; the same seed gives the same order
   * of options.
   */
  readonly seed: string;
  /** The reader navigated here, which may move last read back. */
  readonly navigated: boolean;
  readonly quiz: Quiz;
  /** The sentence counts as read; its answers and last read are in the outbox. */
  readonly read: boolean;
}

/**
 * The content of the card. `asked`: a question. `right`: its right answer, until the cooldown is over. `held`: the same, until
 * Continue. `wrong`: the answer view. `read`: the translation of the sentence. `unasked`: the question files did not load.
 */
export type Card = 'asked' | 'right' | 'held' | 'wrong' | 'read' | 'unasked';

/** The target of leaving a sentence. */
export type Way = 'library' | 'settings' | 'back' | 'previous' | 'next';

export type Dialog =
  | { readonly name: 'help' | 'report' | 'type' | 'so far' }
  /** Asks whether to leave a sentence in progress. */
  | { readonly name: 'leave'; readonly way: Way };

/** A new level is celebrated: input is locked, and the old levels are shown. */
export interface Celebration {
  readonly level: string;
  /** The known count before the new level. */
  readonly knownBefore: number;
  /** The confetti was stopped. */
  readonly still: boolean;
}

export interface ReadingSentence {
  readonly id: string;
  readonly contentVersion: string;
  readonly quiz: QuizSentence;
}

export interface ReadingState {
  readonly sentences: readonly ReadingSentence[];
  /** The question files of the chapter have loaded. Otherwise nothing is asked or counted as read. */
  readonly questionsLoaded: boolean;
  readonly place: Place;
  readonly card: Card;
  /** For 500 ms after every change of card, answers and Continue are ignored. */
  readonly cooling: boolean;
  /** Number of changes of card. */
  readonly changes: number;
  /** When the card changed, in milliseconds; answers are timed from here. */
  readonly changedAt: number;
  /** The previous answer was right, so that the card moved on by itself; E brings it back. */
  readonly recallable: boolean;
  /** The explanations of an answer are open. */
  readonly explaining: boolean;
  /** The translation of the clause is shown beside a question about a word. */
  readonly translating: boolean;
  readonly overlay: 'start' | 'end' | null;
  readonly dialog: Dialog | null;
  readonly celebration: Celebration | null;
  /** The clause that was just marked as known, for its undo. */
  readonly knownClause: KnownClause | null;
  /** The tutorial is shown. */
  readonly tutorial: boolean;
  readonly counted: Counted;
  /** The chapter is finished and is being read again. */
  readonly rereading: boolean;
}

/** What was done since the chapter was opened on this device. */
export interface Counted {
  /** Number of sentences read. */
  readonly sentences: number;
  /** Number of fragments answered right in them. */
  readonly fragments: number;
}

export const nothingCounted: Counted = { sentences: 0, fragments: 0 };

export interface KnownClause {
  /** The id of the command that marked it. */
  readonly commandId: string;
  readonly clause: number;
  /** The quiz before the mark. */
  readonly quiz: Quiz;
}

/** Stored on the device to resume the chapter exactly where it was left. */
export interface Visit {
  readonly sentence: string;
  readonly contentVersion: string;
  readonly seed: string;
  /** Ids of the planned questions, in order. */
  readonly plan: readonly string[];
  readonly answers: Quiz['answers'];
  /** The answer view of the last answer was closed. */
  readonly continued?: boolean;
  /** The translation was shown, so the sentence is read. */
  readonly read?: boolean;
  /** Missing in visits of older versions. */
  readonly counted?: Counted;
  /** The sentence was left on purpose: only what was counted is resumed. */
  readonly left?: boolean;
  /** The chapter is finished, and is being read again. */
  readonly rereading?: boolean;
}

export function visitOf({ place, sentences, counted, rereading }: ReadingState): Visit | undefined {
  const sentence = sentences[place.index];
  if (!sentence) return undefined;
  const { seed, quiz, read } = place;
  return {
    sentence: sentence.id,
    contentVersion: sentence.contentVersion,
    seed,
    plan: quiz.steps.map(({ question }) => question.id),
    answers: quiz.answers,
    continued: !quiz.showingAnswer,
    read,
    counted,
    rereading,
  };
}

/** The learner's part in planning a sentence. */
export interface Learner {
  readonly isKnown: (fragment: string) => boolean;
  /** Limits from the learner's pace, by the index of the sentence; undefined: the default. */
  readonly limits?: ((index: number) => Limits) | undefined;
}

/** Enters a sentence from its beginning. */
export function enterSentence(
  { quiz }: ReadingSentence,
  index: number,
  { seed, isKnown, limits, navigated = false }: Learner & { seed: string; navigated?: boolean },
): Place {
  const planned = enter(quiz, id => (isKnown(id) ? 'IV' : 'new'), seed, limits?.(index));
  return { index, seed, navigated, quiz: planned, read: false };
}

/** A sentence that was read: nothing of it is asked again. */
function readSentence({ quiz }: ReadingSentence, index: number, seed: string): Place {
  return { index, seed, navigated: false, quiz: enterPlanned(quiz, [], seed), read: true };
}

/** Resumes a sentence from a visit; undefined if the visit is of another sentence or edition, or left it. */
function resumeSentence(
  sentences: readonly ReadingSentence[],
  index: number,
  visit: Visit,
): Place | undefined {
  const sentence = sentences[index];
  if (visit.left || sentence?.id !== visit.sentence || sentence.contentVersion !== visit.contentVersion)
    return undefined;
  const { seed, plan, answers, continued = false, read = false } = visit;
  const quiz = resume(enterPlanned(sentence.quiz, plan, seed), answers);
  if (read && quiz.answers.length < quiz.steps.length) return undefined;
  const closed = continued || read ? { ...quiz, showingAnswer: false } : quiz;
  return { index, seed, navigated: false, quiz: closed, read };
}

/** Resumes reading a finished chapter again. */
function resumeRereading(
  sentences: readonly ReadingSentence[],
  visit: Visit,
  learner: Learner & { seed: string },
): Place | undefined {
  const index = sentences.findIndex(({ id }) => id === visit.sentence);
  const next = visit.left && visit.read ? index + 1 : index;
  const sentence = index < 0 ? undefined : sentences[next];
  return resumeSentence(sentences, index, visit) ?? (sentence && enterSentence(sentence, next, learner));
}

/**
 * The initial state, behind the start summary (spec 4): at last read, or where the visit ended. A finished chapter opens at
 * its last sentence, of which nothing is asked again, unless it is being read again.
 * @param lastRead a sentence id or 'finished' (spec 3)
 */
export function openReader({
  sentences,
  questionsLoaded,
  lastRead,
  visit,
  named,
  tutorial,
  seed,
  isKnown,
  limits,
}: Learner & {
  sentences: readonly ReadingSentence[];
  questionsLoaded: boolean;
  lastRead: string | undefined;
  visit: Visit | null;
  /** Id of the sentence in the address. */
  named?: string;
  /** The learner has not seen the tutorial. */
  tutorial: boolean;
  seed: string;
}): ReadingState {
  const isFinished = lastRead === 'finished';
  const next = startIndex(sentences, lastRead);
  const there = sentences.findIndex(({ id }) => id === named);
  const target = there === next && !isFinished ? undefined : sentences[there];
  const learner = { seed, isKnown, limits };
  const isReread = isFinished && visit?.rereading === true;
  const resumed =
    visit && isReread
      ? resumeRereading(sentences, visit, learner)
      : visit && resumeSentence(sentences, visit.read && !isFinished ? next - 1 : next, visit);
  const sentence = sentences[next];
  if (!sentence) throw new RangeError('the chapter has no sentences');
  const opened = isFinished ? readSentence(sentence, next, seed) : enterSentence(sentence, next, learner);
  return {
    sentences,
    questionsLoaded,
    place: target ? enterSentence(target, there, { ...learner, navigated: true }) : (resumed ?? opened),
    card: 'asked',
    cooling: true,
    changes: 0,
    changedAt: 0,
    recallable: false,
    explaining: true,
    translating: false,
    overlay: 'start',
    dialog: null,
    celebration: null,
    knownClause: null,
    tutorial,
    counted: visit?.counted ?? nothingCounted,
    rereading: isFinished && (isReread || target !== undefined),
  };
}

/** The sentence has answers and is not read: leaving it loses them. */
export function isDirty({ place }: ReadingState): boolean {
  return !place.read && place.quiz.answers.length > 0;
}

/** An overlay, a dialog or the celebration is in front: the cooldown pauses, and keys do nothing. */
export function isCovered({ overlay, dialog, celebration }: ReadingState): boolean {
  return overlay !== null || dialog !== null || celebration !== null;
}
