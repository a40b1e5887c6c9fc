import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('the order of keys makes no difference, at any depth', () => {
  const one = fingerprint('answers', { book: 'b', answers: [{ question: 'q', chosen: 0 }] });
  expect(one).toBe(fingerprint('answers', { answers: [{ chosen: 0, question: 'q' }], book: 'b' }));
});

test('a request keeps its fingerprint over versions', () => {
  const body = { book: 'b', at: null, left: undefined, ids: { b: 1, 10: 2, a: [], 9: { z: true, y: 'ñ' } } };
  expect(fingerprint('answers', undefined, undefined, body)).toBe('XsRljvwGzPa');
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
