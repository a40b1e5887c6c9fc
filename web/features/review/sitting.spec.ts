import { expect, test } from 'vitest';
import { answerQuestions } from '../../../facade/vocabularies.ts';
import { begin, canUndo, proceed, type Sitting, type SittingAction, type SittingEffect } from './sitting.ts';

/** Runs actions on a sitting of three questions; one second passes before each action. */
function after(...actions: readonly (SittingAction | SittingAction['type'])[]) {
  let sitting: Sitting = begin(3, 0);
  const effects: SittingEffect[] = [];
  for (const [index, action] of actions.entries()) {
    const done = typeof action === 'string' ? ({ type: action } as SittingAction) : action;
    const [next, more] = proceed(sitting, done, (index + 1) * 1000);
    sitting = next;
    effects.push(...more);
  }
  return { sitting, effects };
}
const right: SittingAction = { type: 'chose', option: 0 };
const wrong: SittingAction = { type: 'chose', option: 2 };
const unknown: SittingAction = { type: 'chose', option: null };

test('after a right answer the next question follows by itself, a wrong one waits for Continue', () => {
  expect(after('cooled', right).sitting).toMatchObject({ card: 'right', index: 0 });
  expect(after('cooled', right, 'cooled').sitting).toMatchObject({ card: 'asked', index: 1 });
  expect(after('cooled', wrong, 'cooled').sitting).toMatchObject({ card: 'wrong', index: 0 });
  expect(after('cooled', unknown, 'cooled', 'continued').sitting).toMatchObject({ card: 'asked', index: 1 });
  expect(after('cooled', right, 'held', 'cooled').sitting).toMatchObject({ card: 'held', index: 0 });
});

test('during the cooldown of a card nothing is accepted', () => {
  expect(after(right).sitting.answers).toEqual([]);
  expect(after('cooled', wrong, 'continued').sitting.index).toBe(0);
});

test('an answer to a question that was left open for days is one that the server takes', () => {
  const [shown] = proceed(begin(1, 0), { type: 'cooled' }, 0);
  const [{ answers }] = proceed(shown, right, 3 * 86_400_000);
  const taken = answerQuestions.body?.safeParse({
    bookId: 'b',
    chapter: 1,
    sentenceId: 's',
    contentVersion: 'v',
    occasion: 'review',
    answers: answers.map(answer => ({ question: 'q', ...answer })),
  });
  expect(taken).toMatchObject({ success: true });
});

test('an answer is sent with the next one, and the last one at the end', () => {
  const first = after('cooled', right);
  expect(first.effects).toEqual([{ type: 'keep', index: 0, answer: { chosen: 0, milliseconds: 2000 } }]);
  const second = after('cooled', right, 'cooled', 'cooled', wrong);
  expect(second.effects.filter(({ type }) => type === 'send')).toEqual([{ type: 'send', index: 0 }]);
  const all = after('cooled', right, 'cooled', 'cooled', wrong, 'ended');
  expect(all.effects.filter(({ type }) => type === 'send')).toEqual([
    { type: 'send', index: 0 },
    { type: 'send', index: 1 },
  ]);
  expect(all.sitting.over).toBe(true);
});

test('the last answer can be taken back, once, and its question is asked again', () => {
  const undone = after('cooled', right, 'cooled', 'undone');
  expect(undone.sitting).toMatchObject({ card: 'asked', index: 0, answers: [] });
  expect(undone.effects.at(-1)).toEqual({ type: 'forget' });
  expect(undone.effects.some(({ type }) => type === 'send')).toBe(false);
  expect(canUndo(undone.sitting)).toBe(false);
  const shown = after('cooled', wrong, 'undone').sitting;
  expect(shown).toMatchObject({ card: 'asked', index: 0, answers: [] });
  const later = after('cooled', right, 'cooled', 'cooled', right, 'cooled', 'undone', 'undone').sitting;
  expect(later).toMatchObject({ index: 1, answers: [{ chosen: 0 }] });
});

test('the sitting ends after its last question, and accepts nothing more', () => {
  const over = after('cooled', right, 'cooled', 'cooled', right, 'cooled', 'cooled', right, 'cooled');
  expect(over.sitting).toMatchObject({ over: true, sent: 3 });
  expect(proceed(over.sitting, { type: 'undone' }, 99_000)[0]).toBe(over.sitting);
});
