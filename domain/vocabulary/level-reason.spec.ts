import { expect, test } from 'vitest';
import type { FragmentStep } from './history.ts';
import { levelReason } from './level-reason.ts';
import type { Level } from './levels.ts';

let day = 0;
const at = () => `2026-05-0${(day % 9) + 1}T10:00:00.000Z`;
const move = (from: Level, to: Level, cause: FragmentStep['cause']): FragmentStep => {
  day += 1;
  return { commandId: `c${day}`, at: at(), epoch: 0, from, to, cause };
};
const answer = (from: Level, to: Level, right: boolean) =>
  move(from, to, {
    kind: 'answers',
    book: 'b',
    sentence: 's',
    occasion: 'reading',
    answers: [['q', 'word', right ? 0 : 1, right, 900]],
  });

test('four right answers in a row made it known', () => {
  const steps = [
    answer('new', 'I', true),
    answer('I', 'II', true),
    answer('II', 'II', false),
    answer('II', 'III', true),
    answer('III', 'IV', true),
    answer('IV', 'IV', true),
  ];
  expect(levelReason(steps)).toEqual({ since: steps[4]?.at, kind: 'answers', right: 4 });
});

test('a first answer that was wrong makes it seen, and does not count as right', () => {
  const steps = [answer('new', 'I', false), answer('I', 'II', true)];
  expect(levelReason(steps)).toMatchObject({ kind: 'answers', right: 1 });
});

test('answers before a mark do not count', () => {
  const steps = [answer('new', 'I', true), move('I', 'III', { kind: 'mark' }), answer('III', 'IV', true)];
  expect(levelReason(steps)).toMatchObject({ kind: 'answers', right: 1 });
  expect(levelReason(steps.slice(0, 2))).toMatchObject({ kind: 'mark', right: 0 });
});

test('without a move there is no reason', () => {
  expect(levelReason([])).toBeNull();
  expect(levelReason([move('new', 'new', { kind: 'list' })])).toBeNull();
});
