import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../../../../facade/client/client.ts';
import { CallFailure } from '../../../../facade/client/failure.ts';
import { sendStoredAnswers, setSampleAnswers, storeForFirstLogin } from './sample-answers.ts';
import { areAnswersStored } from './stored-answers.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  setSampleAnswers({
    bookId: 'cuento',
    chapter: 1,
    sentenceId: 's1',
    contentVersion: 'v1',
    answers: [{ question: 'q-gatos', chosen: 0, milliseconds: 900 }],
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A server whose caller knows this much of a book, with the names of the calls that it got. */
function serverOf(percentKnown: number) {
  const calls: string[] = [];
  const call = async ({ name }: { name: string }) => {
    calls.push(name);
    if (name !== 'profile') return { right: 1, wrong: 0, unfit: [] };
    return { bookProgress: { cuento: { percentRead: 0, percentKnown, chapters: {} } }, lastRead: {} };
  };
  return { client: { call } as unknown as Client, calls };
}

test('answers from before a sign-up with Google are for a new account, and not for one with progress', async () => {
  storeForFirstLogin(null);
  const other = serverOf(12.5);
  expect(await sendStoredAnswers(other.client, 'ana')).toBe(false);
  expect(other.calls).toEqual(['profile']);
  expect(areAnswersStored()).toBe(false);

  storeForFirstLogin(null);
  const fresh = serverOf(0);
  expect(await sendStoredAnswers(fresh.client, null)).toBe(true);
  expect(fresh.calls).toEqual(['profile', 'answerQuestions']);
  expect(areAnswersStored()).toBe(false);
});

test('answers from before a sign-up with a username wait for that one', async () => {
  storeForFirstLogin('ana');
  const server = serverOf(0);
  expect(await sendStoredAnswers(server.client, 'berta')).toBe(false);
  expect(areAnswersStored()).toBe(true);
  expect(await sendStoredAnswers(server.client, 'ana')).toBe(true);
  expect(server.calls).toEqual(['answerQuestions']);
});

test('answers whose reply was lost are sent again at the next login under the same id', async () => {
  storeForFirstLogin('ana');
  const sent: unknown[] = [];
  const losing = {
    call: async (_: unknown, request: unknown) => {
      sent.push(request);
      throw new CallFailure('FETCH_ERROR');
    },
  } as unknown as Client;
  for (const _ of [1, 2]) expect(await sendStoredAnswers(losing, 'ana')).toBe(false);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({ commandId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});
