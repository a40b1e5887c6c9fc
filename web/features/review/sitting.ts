import { answerTime } from '../../../domain/quiz/answer-times.ts';

/**
 * A sitting of review as a pure state machine; its side effects are returned as data. The last answer is held back until the
 * next one is given or the sitting ends, so that it can be taken back before it is recorded.
 */

export interface Answer {
  /** The index of the option as stored; 0 is right, null is 'I don't know any more'. */
  readonly chosen: number | null;
  readonly milliseconds: number;
}

/**
 * As in the reader: after `right` the next question follows by itself after the cooldown; `held` and `wrong` wait for Continue.
 */
export type SittingCard = 'asked' | 'right' | 'held' | 'wrong';

export interface Sitting {
  /** Number of questions. */
  readonly total: number;
  /** Index of the question that is shown. */
  readonly index: number;
  readonly card: SittingCard;
  /** For 500 ms after every change of card, answers and Continue are ignored. */
  readonly cooling: boolean;
  readonly changes: number;
  /** When the question was shown, in milliseconds; answers are timed from here. */
  readonly changedAt: number;
  readonly explaining: boolean;
  readonly translating: boolean;
  readonly answers: readonly Answer[];
  /** Number of answers that were sent; later ones can be taken back. */
  readonly sent: number;
  readonly over: boolean;
}

export type SittingAction =
  | { readonly type: 'chose'; readonly option: number | null }
  | { readonly type: 'held' | 'continued' | 'explanation toggled' | 'translation toggled' }
  /** `hidden`: the browser may close the page at any time. */
  | { readonly type: 'cooled' | 'undone' | 'ended' | 'hidden' };

export type SittingEffect =
  /** Stores the last answer on the device, so that it survives the page. */
  | { readonly type: 'keep'; readonly index: number; readonly answer: Answer }
  | { readonly type: 'forget' }
  | { readonly type: 'send'; readonly index: number };

type Outcome = readonly [Sitting, readonly SittingEffect[]];

export function begin(total: number, now: number): Sitting {
  return {
    total,
    index: 0,
    card: 'asked',
    cooling: true,
    changes: 0,
    changedAt: now,
    explaining: true,
    translating: false,
    answers: [],
    sent: 0,
    over: total === 0,
  };
}

export function proceed(sitting: Sitting, action: SittingAction, now: number): Outcome {
  if (sitting.over) return [sitting, []];
  const { card, cooling, index, answers } = sitting;
  switch (action.type) {
    case 'chose': {
      if (card !== 'asked' || cooling) return [sitting, []];
      const answer = { chosen: action.option, milliseconds: answerTime(now - sitting.changedAt) };
      const [before, sends] = sentUpTo(sitting, answers.length);
      const shown = changed(before, { card: action.option === 0 ? 'right' : 'wrong' }, now);
      return [{ ...shown, answers: [...answers, answer] }, [...sends, { type: 'keep', index, answer }]];
    }
    case 'held':
      return [
        card === 'right'
          ? { ...sitting, card: 'held', cooling: true, changes: sitting.changes + 1 }
          : sitting,
        [],
      ];
    case 'continued':
      return cooling || (card !== 'wrong' && card !== 'held') ? [sitting, []] : next(sitting, now);
    case 'cooled':
      return card === 'right' ? next(sitting, now) : [{ ...sitting, cooling: false }, []];
    case 'explanation toggled':
      return [{ ...sitting, explaining: !sitting.explaining }, []];
    case 'translation toggled':
      return [card === 'asked' ? { ...sitting, translating: !sitting.translating } : sitting, []];
    case 'undone': {
      if (!canUndo(sitting)) return [sitting, []];
      const taken = { ...sitting, answers: answers.slice(0, -1) };
      return [changed(taken, { card: 'asked', index: answers.length - 1 }, now), [{ type: 'forget' }]];
    }
    case 'ended':
      return ended(sitting);
    case 'hidden':
      return sentUpTo(sitting, answers.length);
  }
}

/** Whether the last answer is still held back. */
export function canUndo({ answers, sent, over }: Sitting): boolean {
  return !over && answers.length > sent;
}

function next(sitting: Sitting, now: number): Outcome {
  const index = sitting.index + 1;
  return index === sitting.total ? ended(sitting) : [changed(sitting, { card: 'asked', index }, now), []];
}

function ended(sitting: Sitting): Outcome {
  const [sent, effects] = sentUpTo(sitting, sitting.answers.length);
  return [{ ...sent, over: true }, effects];
}

function sentUpTo(sitting: Sitting, count: number): Outcome {
  const indexes = Array.from({ length: count - sitting.sent }, (_, more) => sitting.sent + more);
  return [{ ...sitting, sent: count }, indexes.map(index => ({ type: 'send', index }))];
}

function changed(sitting: Sitting, to: { card: SittingCard; index?: number }, now: number): Sitting {
  return {
    ...sitting,
    ...to,
    cooling: true,
    changes: sitting.changes + 1,
    changedAt: now,
    translating: false,
  };
}
