import { expect, test } from 'vitest';
import { aboutMinutes } from '../../shared/review/duration.ts';
import type { Question } from './questions.ts';
import { whyToday } from './why.ts';
import { counted } from './words.ts';

const now = Date.parse('2026-05-24T12:00:00Z');
const why = (...steps: Question['steps']) => whyToday({ steps }, now).join('acord-');

test('the reason for a question comes from the history of its fragment', () => {
  expect(
    why({ kind: 'wrong', at: '2026-05-12T12:00:00Z' }, { kind: 'right', at: '2026-05-13T12:00:00Z' }),
  ).toBe(
    'You missed acord- on 12 May and were right on 13 May. Eleven days later is a good moment to ask again.',
  );
  expect(why({ kind: 'wrong', at: '2026-05-23T10:00:00Z' })).toBe(
    'You missed acord- on 23 May. One day later is a good moment to ask again.',
  );
  expect(
    why({ kind: 'right', at: '2026-05-01T12:00:00Z' }, { kind: 'right', at: '2026-05-14T12:00:00Z' }),
  ).toBe('You were right about acord- twice, last on 14 May. Ten days later is a good moment to ask again.');
  expect(why({ kind: 'raised', at: '2025-05-01T12:00:00Z' })).toBe(
    'acord- has stood in your vocabulary since 1 May 2025 and was never asked.',
  );
  expect(why({ kind: 'wrong', at: '2026-05-24T10:00:00Z' })).toBe(
    'You missed acord- on 24 May. Now is a good moment to ask again.',
  );
});

test('numbers and minutes are written in words', () => {
  expect([counted(1, 'sentence'), counted(3, 'sentence'), counted(33, 'sentence')]).toEqual([
    'one sentence',
    'three sentences',
    '33 sentences',
  ]);
  expect([aboutMinutes(10), aboutMinutes(200)]).toEqual(['about 1 minute', 'about 3 minutes']);
});
