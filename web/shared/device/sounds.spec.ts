// @vitest-environment jsdom
import { keys, setMany } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { soundKey } from './keys.ts';
import { rememberPerson } from './person.ts';
import { keepSound, soundOnDevice } from './sounds.ts';

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = 'session=1';
});

const word = (index: number) => `/spanish-words/w${index}.wav`;
const sound = (text: string) =>
  ({ arrayBuffer: async () => new TextEncoder().encode(text).buffer, type: 'audio/wav' }) as Blob;

test('a sound that was played is stored for its learner only', async () => {
  await keepSound('ana', word(1), sound('uno'));
  const kept = await soundOnDevice('ana', word(1));
  expect([kept?.type, kept?.size]).toEqual(['audio/wav', 3]);
  expect(await soundOnDevice('eva', word(1))).toBeUndefined();
});

test('when there are too many sounds, the oldest are deleted', async () => {
  const heard = Array.from({ length: 500 }, (_, index) => index);
  await setMany(
    heard.map(index => [
      soundKey('ana', word(index)),
      { bytes: new ArrayBuffer(1), type: '', at: 1_000 - index },
    ]),
  );
  await keepSound('ana', word(500), sound('x'));
  expect(await keys()).toHaveLength(451);
  expect(await soundOnDevice('ana', word(499))).toBeUndefined();
  expect(await soundOnDevice('ana', word(0))).toBeDefined();
  expect(await soundOnDevice('ana', word(500))).toBeDefined();
});

test('after a logout or another login in another tab, no sound is stored here', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server clears it.
  document.cookie = 'session=; max-age=0';
  await keepSound('ana', word(1), sound('uno'));
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = 'session=1';
  rememberPerson({ learner: 'eva', username: 'eva', roles: ['user'], subscribed: true });
  await keepSound('ana', word(1), sound('uno'));
  expect(await keys()).toEqual([]);
  await keepSound('eva', word(1), sound('uno'));
  expect(await keys()).toHaveLength(1);
});
