import { expect, test } from 'vitest';
import { lruCache } from './lru-cache.ts';

test('a full cache drops the entry that was used longest ago', () => {
  const cache = lruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map(key => cache.get(key))).toEqual([1, undefined, 3]);
});

test('setting a key again replaces its value and drops no other entry', () => {
  const cache = lruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  expect(['a', 'b'].map(key => cache.get(key))).toEqual([3, 2]);
});
