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
 * The reader as a state machine: this file holds its states, `transition.ts` what leads from one to the next. It is pure;
 * what is to be done outside (sending, storing, leaving) comes out as effects.
 */

/** Where the reader stands: a sentence and its quiz. */
export interface Place {
  readonly index: number;
  /** Of this time the sentence was entered; the same seed plans the same options. */
  readonly seed: string;
  /** The reader went here on purpose, which may move last read back. */
  readonly navigated: boolean;
  readonly quiz: Quiz;
  /** The sentence counts as read: its answers and last read are on their way. */
  readonly read: boolean;
}

/**
 * What the card shows. `asked`: a question. `right`: its right answer, until the cooldown is over. `held`: the same, kept
 * until Continue. `wrong`: the answer view. `read`: the sentence's translation. `unasked`: its questions did not load.
 */
export type Card = 'asked' | 'right' | 'held' | 'wrong' | 'read' | 'unasked';

/** Where somebody who leaves the sentence wants to go. */
export type Way = 'library' | 'settings' | 'back' | 'previous' | 'next';

export type Dialog =
  | { readonly name: 'help' | 'report' | 'type' | 'so far' }
  /** Asks whether to leave a sentence that was begun. */
  | { readonly name: 'leave'; readonly way: Way };

/** A new level is celebrated: input is locked, and the levels shown are those before it. */
export interface Celebration {
  readonly level: string;
  /** Known count before. */
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
  /** The question files of the chapter are there. Without them nothing is asked, and nothing counts as read. */
  readonly questionsLoaded: boolean;
  readonly place: Place;
  readonly card: Card;
  /** For 500 ms after every change of card neither answers nor Continue are taken. */
  readonly cooling: boolean;
  /** Counts the changes of card. */
  readonly changes: number;
  /** When the card changed, in milliseconds: answers are timed from here. */
  readonly changedAt: number;
  /** The answer before this question was right and passed by itself: E brings it back. */
  readonly recallable: boolean;
  /** The explanations of an answer are unfolded. */
  readonly explaining: boolean;
  /** The clause's translation is shown beside a word's question. */
  readonly translating: boolean;
  readonly overlay: 'start' | 'end' | null;
  readonly dialog: Dialog | null;
  readonly celebration: Celebration | null;
  /** A clause was just marked as known: where that can be undone from. */
  readonly knownClause: KnownClause | null;
  /** The first sentence explains itself. */
  readonly tutorial: boolean;
  /** Fragments answered right in this chapter. */
  readonly right: number;
}

export interface KnownClause {
  /** Of the command that marked it. */
  readonly commandId: string;
  readonly clause: number;
  /** The quiz before. */
  readonly quiz: Quiz;
}

/** What is kept on the device to take the chapter up again exactly where it was left. */
export interface Visit {
  readonly sentence: string;
  readonly contentVersion: string;
  readonly seed: string;
  /** Ids of the questions that were planned, in order. */
  readonly plan: readonly string[];
  readonly answers: Quiz['answers'];
  /** The answer view of the last answer was closed. */
  readonly continued?: boolean;
  /** Its translation was shown: the sentence is read. */
  readonly read?: boolean;
  readonly right?: number;
  /** The sentence was left on purpose: of it nothing is taken up, only what counts for the chapter. */
  readonly left?: boolean;
}

export function visitOf({ place, sentences, right }: ReadingState): Visit | undefined {
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
    right,
  };
}

/** What a plan takes from the learner. */
export interface Learner {
  readonly isKnown: (fragment: string) => boolean;
  /** Of the learner's own pace, by the index of a sentence that is entered; none: as specified. */
  readonly limits?: ((index: number) => Limits) | undefined;
}

/** Enters a sentence afresh. */
export function enterSentence(
  { quiz }: ReadingSentence,
  index: number,
  { seed, isKnown, limits, navigated = false }: Learner & { seed: string; navigated?: boolean },
): Place {
  const planned = enter(quiz, id => (isKnown(id) ? 'IV' : 'new'), seed, limits?.(index));
  return { index, seed, navigated, quiz: planned, read: false };
}

/** Takes a sentence up where a visit left it; undefined when the visit is of another sentence or edition. */
function resumeSentence(
  sentences: readonly ReadingSentence[],
  index: number,
  visit: Visit,
): Place | undefined {
  const sentence = sentences[index];
  if (sentence?.id !== visit.sentence || sentence.contentVersion !== visit.contentVersion) return undefined;
  const { seed, plan, answers, continued = false, read = false } = visit;
  const quiz = resume(enterPlanned(sentence.quiz, plan, seed), answers);
  if (read && quiz.answers.length < quiz.steps.length) return undefined;
  const closed = continued || read ? { ...quiz, showingAnswer: false } : quiz;
  return { index, seed, navigated: false, quiz: closed, read };
}

/**
 * The reader as it opens, behind the start summary (spec 4): at last read, or where the visit left it.
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
  /** Id of a sentence that the address leads to. */
  named?: string;
  /** The learner has not seen the tutorial. */
  tutorial: boolean;
  seed: string;
}): ReadingState {
  const next = startIndex(sentences, lastRead);
  const there = sentences.findIndex(({ id }) => id === named);
  const target = there === next ? undefined : sentences[there];
  const before = lastRead === 'finished' ? next : next - 1;
  const resumed = visit && !visit.left && resumeSentence(sentences, visit.read ? before : next, visit);
  const sentence = sentences[next];
  if (!sentence) throw new RangeError('the chapter has no sentences');
  return {
    sentences,
    questionsLoaded,
    place: target
      ? enterSentence(target, there, { seed, isKnown, limits, navigated: true })
      : resumed || enterSentence(sentence, next, { seed, isKnown, limits }),
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
    right: visit?.right ?? 0,
  };
}

/** A sentence was begun and is not read: leaving it loses its answers. */
export function isDirty({ place }: ReadingState): boolean {
  return !place.read && place.quiz.answers.length > 0;
}

/** Something lies over the sentence, or the celebration runs: the cooldown waits, and keys do nothing. */
export function isCovered({ overlay, dialog, celebration }: ReadingState): boolean {
  return overlay !== null || dialog !== null || celebration !== null;
}
