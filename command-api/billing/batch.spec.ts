import { expect, test } from 'vitest';
import { batched } from './batch.ts';

test('calls for one key are batched; other keys and later calls are separate', async () => {
  const worked: [string, readonly number[]][] = [];
  let next: Promise<string> | undefined;
  const add = batched(async (key, items: readonly number[]) => {
    worked.push([key, items]);
    // Arrives while the first batch is being processed.
    if (key === 'ana') next ??= add('ana', 4);
    return `${key}: ${items.join()}`;
  });
  expect(await Promise.all([add('ana', 1), add('ana', 2), add('berta', 3)])).toEqual([
    'ana: 1,2',
    'ana: 1,2',
    'berta: 3',
  ]);
  expect(await next).toBe('ana: 4');
  expect(worked).toEqual([
    ['ana', [1, 2]],
    ['berta', [3]],
    ['ana', [4]],
  ]);
});

test('all callers of a batch get its error, and the next call starts a new batch', async () => {
  let fails = true;
  const add = batched(async (_, items: readonly number[]) => {
    if (fails) throw new Error('unreachable');
    return items.length;
  });
  const settled = await Promise.allSettled([add('ana', 1), add('ana', 2)]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await add('ana', 3)).toBe(1);
});
