import { expect, test } from 'vitest';
import { mayOpen, mayShow } from './access.ts';
import { clauseKey, sentenceKey, wordInstanceKey } from './keys.ts';

const place = { part: 1, chapter: 2, section: 1, position: 4 };

test('keys are written as the specification has them', () => {
  expect(sentenceKey('Platero y Yo', place)).toBe('Platero y Yo 1.2.1.4');
  expect(wordInstanceKey('Platero y Yo', place, 3)).toBe('Platero y Yo 1.2.1.4.3');
  expect(clauseKey('Platero y Yo', place, 0)).toBe('Platero y Yo 1.2.1.4-0');
});

test('after access has ended, sentences that were read are shown but not spoken', () => {
  for (const what of ['text', 'question', 'sound'] as const) {
    for (const read of [true, false]) expect(mayShow(what, { open: true, read })).toBe(true);
    expect(mayShow(what, { open: false, read: false })).toBe(false);
    expect(mayShow(what, { open: false, read: true })).toBe(what !== 'sound');
  }
});

test('chapter 1 is free; the rest is for subscribers and admins', () => {
  const visitor = { roles: ['user'], subscribed: false } as const;
  expect(mayOpen(1, visitor)).toBe(true);
  expect(mayOpen(2, visitor)).toBe(false);
  expect(mayOpen(2, { ...visitor, subscribed: true })).toBe(true);
  expect(mayOpen(2, { roles: ['user', 'admin'], subscribed: false })).toBe(true);
  expect(mayOpen(2, { roles: ['employee'], subscribed: false })).toBe(false);
});
