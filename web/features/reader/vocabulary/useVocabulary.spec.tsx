// @vitest-environment jsdom

import { act, waitFor } from '@testing-library/react';
import { get } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headers } from '../../../../facade/endpoint.ts';
import {
  answerQuestions,
  changeVocabulary,
  knownFragmentCount,
  markClause,
  undoCommand,
  vocabularies,
} from '../../../../facade/vocabularies.ts';
import { failure } from '../../../testing/scripted-server.ts';
import { COOLDOWN } from '../state/useMachine.ts';
import { held, reading, readTheSentence } from '../testing/reading.tsx';

const entryOf = (fragment: string) => ({ _id: fragment, fragment, language: 'es' });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('two marks in flight are sent one after the other; if one fails, the later one stays', async () => {
  const { server, reader, levels } = await reading();
  const replies = held<Response | { id: string }>();
  server.on(changeVocabulary, replies.reply);
  act(() => {
    void reader().mark('com', 'II');
    void reader().mark('com', 'IV');
  });
  expect(levels()).toEqual({ com: 'IV' });
  await waitFor(() => expect(replies.waiting).toHaveLength(1));
  expect(server.requests(changeVocabulary).map(({ body }) => body.newLevel)).toEqual(['II']);
  await act(async () => replies.waiting[0]?.(failure(503, 'away')));
  await waitFor(() => expect(replies.waiting).toHaveLength(2));
  expect(levels()).toEqual({ com: 'IV' });
  expect(reader().failure).toMatchObject({ fragment: 'com', what: 'level II', message: 'away' });
  await act(async () => replies.waiting[1]?.({ id: 'com' }));
  expect(levels()).toEqual({ com: 'IV' });
});

test('a failed mark is rolled back, and its error is shown', async () => {
  const { server, reader, levels } = await reading();
  server.on(changeVocabulary, () => failure(422, 'refused', { messageVerbose: 'Not this one.' }));
  await act(() => reader().mark('com', 'III'));
  expect(levels()).not.toHaveProperty('com', 'III');
  expect(reader().failure).toEqual({ fragment: 'com', what: 'level III', message: 'Not this one.' });
});

test('a mark without a reply stays, waits together with later marks, and arrives once, in order', async () => {
  const { server, reader, levels, learner } = await reading();
  server.on(changeVocabulary, () => {
    throw new TypeError('Failed to fetch');
  });
  await act(() => reader().mark('com', 'II'));
  await act(() => reader().mark('com', 'III'));
  expect(levels()).toEqual({ com: 'III' });
  expect(reader().failure).toBeNull();
  await waitFor(() => expect(reader().outbox.waiting).toBe(2));
  expect(await get(`outbox ${learner}`)).toMatchObject([{ kind: 'mark' }, { kind: 'mark' }]);
  const attempts = server.requests(changeVocabulary).length;
  server.on(changeVocabulary, ({ body }) => ({ id: body.fragmentId }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(reader().outbox.waiting).toBe(0));
  const arrived = server.requests(changeVocabulary).slice(attempts);
  expect(arrived.map(({ body }) => body.newLevel)).toEqual(['II', 'III']);
  // The first was sent directly before the others; under the same id the server counts it once.
  expect(arrived[0]?.commandId).toBe(server.requests(changeVocabulary)[0]?.commandId);
});

test('a reply older than a mark does not roll it back; the first newer one is shown', async () => {
  const { server, reader, levels, readAgain } = await reading();
  const after = { [headers.logPosition]: '3f2a91bc:0000000042' };
  server.on(changeVocabulary, () => Response.json({ id: 'com' }, { headers: after }));
  await act(() => reader().mark('com', 'III'));
  const older = { [headers.stale]: 'true', [headers.logPosition]: '3f2a91bc:0000000041' };
  server.on(vocabularies, () => Response.json([], { headers: older }));
  await act(readAgain);
  expect(levels()).toEqual({ com: 'III' });
  const stored = (fragment: string) => ({ ...entryOf(fragment), state: 'seen', level: 'III' });
  server.on(vocabularies, () => Response.json([stored('com'), stored('ros')], { headers: after }));
  await act(readAgain);
  expect(levels()).toEqual({ com: 'III', ros: 'III' });
});

test('a reply that was requested before a mark does not roll it back', async () => {
  const { server, reader, levels, readAgain } = await reading();
  const replies = held<Response>();
  server.on(vocabularies, replies.reply);
  const read = readAgain();
  await waitFor(() => expect(replies.waiting).toHaveLength(1));
  await act(() => reader().mark('com', 'III'));
  await act(async () => {
    replies.waiting[0]?.(Response.json([]));
    await read;
  });
  expect(levels()).toEqual({ com: 'III' });
});

test('a vocabulary that is read again while a mark is in flight never shows the old level', async () => {
  const { server, reader, levels, readAgain, readCountAgain, known, drawn } = await reading();
  const replies = held<Response | { id: string }>();
  server.on(changeVocabulary, replies.reply);
  act(() => void reader().mark('com', 'III'));
  await waitFor(() => expect(replies.waiting).toHaveLength(1));
  const count = known();
  expect(count).toBeCloseTo(2 / 3);
  const seen = drawn('com');
  const before = [
    { ...entryOf('com'), state: 'seen', level: 'I' },
    { ...entryOf('ros'), state: 'seen', level: 'II' },
  ];
  server.on(vocabularies, () => Response.json(before));
  server.on(knownFragmentCount, () => ({ knownCount: 7 }));
  await act(readAgain);
  expect(levels()).toEqual({ com: 'III', ros: 'II' });
  expect(known()).toBe(count);
  await act(readCountAgain);
  expect(known()).toBeCloseTo(7 + 2 / 3);
  await act(async () => replies.waiting[0]?.({ id: 'com' }));
  expect(levels()).toEqual({ com: 'III', ros: 'II' });
  await waitFor(() => expect(seen.length).toBeGreaterThan(0));
  expect(new Set(seen)).toEqual(new Set(['III']));
});

test('unsent commands are applied to a vocabulary that is read again, and count once', async () => {
  const { server, reader, levels, readAgain, drawn } = await reading();
  server.on(answerQuestions, () => failure(503, 'away'));
  await readTheSentence(reader);
  await waitFor(() => expect(reader().outbox.waiting).toBeGreaterThan(0));
  const after = levels();
  expect(after['com']).not.toBe('new');
  const seen = drawn('com');
  // First the server has not received the answers; then it has, and its reply was lost.
  await act(readAgain);
  expect(levels()).toEqual(after);
  const stored = Object.entries(after).map(([fragment, level]) => ({
    ...entryOf(fragment),
    state: 'seen',
    level,
  }));
  server.on(vocabularies, () =>
    Response.json([...stored, { ...entryOf('azul'), state: 'seen', level: 'I' }]),
  );
  await act(readAgain);
  expect(levels()).toEqual({ ...after, azul: 'I' });
  server.on(answerQuestions, () => ({ right: 2, wrong: 0, unfit: [] }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(reader().outbox.waiting).toBe(0));
  expect(levels()).toEqual({ ...after, azul: 'I' });
  expect(new Set(seen)).toEqual(new Set([after['com']]));
});

test('refused answers are rolled back', async () => {
  const { server, reader, levels } = await reading();
  const replies = held<Response>();
  server.on(answerQuestions, replies.reply);
  await readTheSentence(reader);
  await waitFor(() => expect(replies.waiting).toHaveLength(1));
  expect(levels()['com']).not.toBe('new');
  await act(async () => replies.waiting[0]?.(failure(422, 'refused')));
  await waitFor(() => expect(levels()['com']).toBe('new'));
});

test('marking a clause as known is one command, and its undo names it', async () => {
  const { server, reader, levels } = await reading();
  server.on(markClause, () => ({ changed: 2 }));
  server.on(undoCommand, () => ({ fragments: [] }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  act(() => reader().dispatch({ type: 'started' }));
  await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
  vi.useRealTimers();
  act(() => reader().dispatch({ type: 'clause known' }));
  expect(levels()).toEqual({ com: 'IV', ros: 'IV' });
  await waitFor(() => expect(server.requests(markClause)).toHaveLength(1));
  const [marked] = server.requests(markClause);
  expect(marked).toMatchObject({
    body: { bookId: 'cuento', chapter: 1, sentenceId: 's1', clause: 0, level: 'IV' },
  });
  act(() => reader().dispatch({ type: 'clause undone' }));
  await waitFor(() =>
    expect(server.requests(undoCommand)).toMatchObject([{ body: { commandId: marked?.commandId } }]),
  );
  await waitFor(() => expect(levels()).toEqual({ com: 'new', ros: 'new' }));
});

test('a clause known without a connection waits with its undo, and both arrive once, in order', async () => {
  const { server, reader, levels, learner } = await reading();
  for (const call of [markClause, undoCommand])
    server.on(call, () => {
      throw new TypeError('Failed to fetch');
    });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  act(() => reader().dispatch({ type: 'started' }));
  await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
  vi.useRealTimers();
  act(() => reader().dispatch({ type: 'clause known' }));
  await waitFor(() => expect(reader().outbox.waiting).toBe(1));
  expect(levels()).toEqual({ com: 'IV', ros: 'IV' });
  expect(reader().failure).toBeNull();
  act(() => reader().dispatch({ type: 'clause undone' }));
  await waitFor(() => expect(reader().outbox.waiting).toBe(2));
  expect(levels()).toEqual({ com: 'new', ros: 'new' });
  expect(await get(`outbox ${learner}`)).toMatchObject([{ kind: 'clause' }, { kind: 'undo' }]);
  server.on(markClause, () => ({ changed: 2 }));
  server.on(undoCommand, () => ({ fragments: [] }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(reader().outbox.waiting).toBe(0));
  const marked = server.requests(markClause).at(-1)?.commandId;
  expect(marked).toBe(server.requests(markClause)[0]?.commandId);
  expect(server.requests(undoCommand).at(-1)?.body.commandId).toBe(marked);
});
