import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('the order of keys makes no difference, at any depth', () => {
  const one = fingerprint('answers', { book: 'b', answers: [{ question: 'q', chosen: 0 }] });
  expect(one).toBe(fingerprint('answers', { answers: [{ chosen: 0, question: 'q' }], book: 'b' }));
});

test('another endpoint, value or order of a list makes another fingerprint', () => {
  const all = [
    fingerprint('answers', { list: [1, 2] }),
    fingerprint('others', { list: [1, 2] }),
    fingerprint('answers', { list: [2, 1] }),
    fingerprint('answers', { list: [1, 2] }, {}),
    fingerprint('answers', { list: [1, '2'] }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
