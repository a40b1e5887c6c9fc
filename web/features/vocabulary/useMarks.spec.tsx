// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { get } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { words } from '../../../facade/story.ts';
import { markFragments, undoCommand } from '../../../facade/vocabularies.ts';
import type { Message } from '../../shared/outbox/outbox.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import type { WordsReply } from './glossary/glossary.ts';
import { useMarks } from './useMarks.ts';
import { wordsKey } from './words-query.ts';

/** Renders the marks of the vocabulary page against a scripted server. */

const told = (level: Level, due: number, ids = ['com']): WordsReply => ({
  books: [],
  languages: [
    {
      language: 'es',
      fragments: ids.map(id => [id, id, false, 'eat', 'comer', level, 1, 0, false, [], due, 0, true]),
      words: [],
    },
  ],
});
const reply = told('I', 1);
const known = new Map([['es', new Map<string, Level>([['com', 'IV']])]]);
const text = { changed: 'marked known', unchanged: 'known already' };

let learners = 0;

/** A new learner for each test, because outboxes live as long as the page. */
async function marking(list = reply) {
  learners += 1;
  const learner = `marta${learners}`;
  const server = scriptedServer();
  const session = await sessionOn(server, learner);
  server.on(markFragments, () => ({ changed: 1 }));
  server.on(undoCommand, () => ({ fragments: [] }));
  server.on(words, () => reply);
  const { wrapper, queries } = providers(session);
  queries.setQueryData(wordsKey, list, { updatedAt: 1_000 });
  const fragment = () => queries.getQueryData<WordsReply>(wordsKey)?.languages[0]?.fragments[0];
  const hook = renderHook(() => useMarks(), { wrapper });
  return {
    server,
    marks: () => hook.result.current,
    level: () => fragment()?.[5],
    due: () => fragment()?.[10],
    readAt: () => queries.getQueryState(wordsKey)?.dataUpdatedAt,
    isOutdated: () => queries.getQueryState(wordsKey)?.isInvalidated === true,
    kept: async () => (await get<readonly Message[]>(`outbox ${learner}`)) ?? [],
  };
}

function lostConnection(): never {
  throw new TypeError('Failed to fetch');
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test('without a connection a mark and its undo stay in the outbox, and arrive once, in order', async () => {
  const { server, marks, level, kept } = await marking();
  server.on(markFragments, lostConnection);
  act(() => marks().mark(text, known));
  expect(level()).toBe('IV');
  await waitFor(async () => expect(await kept()).toMatchObject([{ kind: 'marks' }]));
  act(() => marks().undo());
  expect(level()).toBe('I');
  await waitFor(async () => expect(await kept()).toMatchObject([{ kind: 'marks' }, { kind: 'undo' }]));
  expect(server.requests(undoCommand)).toEqual([]);

  server.on(markFragments, () => ({ changed: 1 }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(async () => expect(await kept()).toEqual([]));
  const sent = server.requests(markFragments).at(-1);
  expect(new Set(server.requests(markFragments).map(({ commandId }) => commandId)).size).toBe(1);
  expect(sent?.body).toEqual({ languageId: 'es', fragments: [{ fragmentId: 'com', level: 'IV' }] });
  expect(server.requests(undoCommand).map(({ body }) => body)).toEqual([
    { languageId: 'es', commandId: sent?.commandId },
  ]);
});

test('a refused mark stays until the learner has read it, and the list is read again', async () => {
  const { server, marks, isOutdated, kept } = await marking();
  server.on(markFragments, () => failure(422, 'unknown fragment com'));
  act(() => marks().mark(text, known));
  await waitFor(async () =>
    expect(await kept()).toMatchObject([{ kind: 'marks', refused: 'unknown fragment com' }]),
  );
  await waitFor(() => expect(isOutdated()).toBe(true));
});

test("a stored mark shows the word's new due date without reading the whole list again", async () => {
  const { server, marks, level, due, isOutdated, kept } = await marking();
  const later = Date.UTC(2027, 0, 1) / 1_000;
  server.on(words, ({ query }) => told(String(query.fragments) === 'com' ? 'IV' : 'I', later));
  act(() => marks().mark(text, known));
  expect([level(), due()]).toEqual(['IV', null]);
  await waitFor(() => expect(due()).toBe(later));
  expect(server.requests(words)).toHaveLength(1);
  await waitFor(async () => expect(await kept()).toEqual([]));
  expect([level(), isOutdated()]).toEqual(['IV', false]);
});

test('a due date from before the mark is read again', async () => {
  const { server, marks, due } = await marking();
  const later = Date.UTC(2027, 0, 1) / 1_000;
  server.on(words, () => Response.json(told('I', 0), { headers: { 'X-Stale': 'true' } }));
  act(() => marks().mark(text, known));
  await waitFor(() => expect(server.requests(words)).toHaveLength(1));
  server.on(words, () => told('IV', later));
  await waitFor(() => expect(due()).toBe(later));
});

test('after more marks than one request can name, the whole list is read again', async () => {
  const ids = Array.from({ length: 51 }, (_, index) => `f${index}`);
  const { server, marks, isOutdated } = await marking(told('I', 1, ids));
  const many = new Map(ids.map(id => [id, 'IV' as const]));
  act(() => marks().mark(text, new Map([['es', many]])));
  await waitFor(() => expect(isOutdated()).toBe(true));
  expect(server.requests(words)).toEqual([]);
});

test('a mark sends only what it changes; without a change it says so, and there is nothing to undo', async () => {
  const { server, marks, kept, readAt } = await marking(told('I', 1, ['com', 'beb']));
  act(() => marks().mark(text, known));
  // The list is as of when it was read: nothing becomes due by a mark, and no row changes but the marked one's.
  expect(readAt()).toBe(1_000);
  expect(marks().outcome).toMatchObject({ text: 'marked known', undo: [{ languageId: 'es' }] });
  await waitFor(() => expect(server.requests(markFragments)).toHaveLength(1));
  await waitFor(async () => expect(await kept()).toEqual([]));
  act(() => marks().mark(text, known));
  expect(marks().outcome).toEqual({ text: 'known already' });
  const both = new Map<string, Level>([...(known.get('es') ?? []), ['beb', 'IV']]);
  act(() => marks().mark(text, new Map([['es', both]])));
  await waitFor(() => expect(server.requests(markFragments)).toHaveLength(2));
  expect(server.requests(markFragments)[1]?.body).toEqual({
    languageId: 'es',
    fragments: [{ fragmentId: 'beb', level: 'IV' }],
  });
  await waitFor(async () => expect(await kept()).toEqual([]));
});
