// @vitest-environment jsdom
import { keys } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { keepSound, soundOnDevice } from './sounds.ts';

const word = (index: number) => `/spanish-words/w${index}.wav`;
const sound = (text: string) =>
  ({ arrayBuffer: async () => new TextEncoder().encode(text).buffer, type: 'audio/wav' }) as Blob;

test('a sound that was heard is there for its learner, and for nobody else', async () => {
  await keepSound('ana', word(1), sound('uno'));
  const kept = await soundOnDevice('ana', word(1));
  expect([kept?.type, kept?.size]).toEqual(['audio/wav', 3]);
  expect(await soundOnDevice('eva', word(1))).toBeUndefined();
});

test('of many sounds those heard longest ago go', async () => {
  const now = vi.spyOn(Date, 'now');
  for (let index = 0; index <= 500; index += 1) {
    now.mockReturnValue(1_000 - index);
    await keepSound('ana', word(index), sound('x'));
  }
  now.mockRestore();
  expect(await keys()).toHaveLength(451);
  expect(await soundOnDevice('ana', word(500))).toBeUndefined();
  expect(await soundOnDevice('ana', word(0))).toBeDefined();
});
