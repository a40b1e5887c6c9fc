// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { get } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { markFragments, undoCommand } from '../../../facade/vocabularies.ts';
import type { Message } from '../../shared/outbox/outbox.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import type { WordsReply } from './glossary/glossary.ts';
import { useMarks } from './useMarks.ts';
import { wordsKey } from './words-query.ts';

/** Marks of the vocabulary page with the server's replies given. */

const reply: WordsReply = {
  books: [],
  languages: [
    {
      language: 'es',
      fragments: [['com', 'com', false, 'eat', 'comer', 'I', 1, 0, false, [], null, 0]],
      words: [],
    },
  ],
};
const known = new Map([['es', new Map<string, Level>([['com', 'IV']])]]);

let learners = 0;

/** Another learner each time: outboxes live as long as the page. */
async function marking() {
  learners += 1;
  const learner = `marta${learners}`;
  const server = scriptedServer();
  const session = await sessionOn(server, learner);
  server.on(markFragments, () => ({ changed: 1 }));
  server.on(undoCommand, () => ({ fragments: [] }));
  const { wrapper, queries } = providers(session);
  queries.setQueryData(wordsKey, reply);
  const hook = renderHook(() => useMarks(), { wrapper });
  return {
    server,
    marks: () => hook.result.current,
    level: () => queries.getQueryData<WordsReply>(wordsKey)?.languages[0]?.fragments[0]?.[5],
    isOutdated: () => queries.getQueryState(wordsKey)?.isInvalidated === true,
    kept: async () => (await get<readonly Message[]>(`outbox ${learner}`)) ?? [],
  };
}

function lostConnection(): never {
  throw new TypeError('Failed to fetch');
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test('without a connection a mark and its undo lie in the outbox, and arrive once, in order', async () => {
  const { server, marks, level, kept } = await marking();
  server.on(markFragments, lostConnection);
  act(() => marks().mark('1 word marked known', known));
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

test('a mark that the server refuses stays until it was told, and the list is read again', async () => {
  const { server, marks, isOutdated, kept } = await marking();
  server.on(markFragments, () => failure(422, 'unknown fragment com'));
  act(() => marks().mark('1 word marked known', known));
  await waitFor(async () =>
    expect(await kept()).toMatchObject([{ kind: 'marks', refused: 'unknown fragment com' }]),
  );
  await waitFor(() => expect(isOutdated()).toBe(true));
});

test('a mark that was stored does not make the list be read again', async () => {
  const { server, marks, level, isOutdated, kept } = await marking();
  act(() => marks().mark('1 word marked known', known));
  await waitFor(() => expect(server.requests(markFragments)).toHaveLength(1));
  await waitFor(async () => expect(await kept()).toEqual([]));
  expect([level(), isOutdated()]).toEqual(['IV', false]);
});
