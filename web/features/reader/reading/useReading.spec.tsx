// @vitest-environment jsdom

import { act, waitFor } from '@testing-library/react';
import { get } from 'idb-keyval';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresh } from '../../../../facade/identity.ts';
import { setLastRead } from '../../../../facade/users.ts';
import { answerQuestions, openChapter, updateBookProgress } from '../../../../facade/vocabularies.ts';
import { outboxOf } from '../../../shared/outbox/outboxes.ts';
import { accessTokenOf, failure } from '../../../testing/scripted-server.ts';
import { COOLDOWN } from '../state/useMachine.ts';
import { reading, readTheSentence } from '../testing/reading.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the book progress is read every ten minutes, and only if the vocabulary has changed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, reader } = await reading();
  server.on(updateBookProgress, () => ({ bookProgress: {} }));
  const asked = () => server.requests(updateBookProgress).length;
  const tenMinutes = () => act(async () => vi.advanceTimersByTime(600_000));
  await tenMinutes();
  expect(asked()).toBe(0);
  await act(() => reader().mark('com', 'III'));
  await act(async () => vi.advanceTimersByTime(599_999));
  expect(asked()).toBe(0);
  await act(async () => vi.advanceTimersByTime(1));
  expect(asked()).toBe(1);
  await tenMinutes();
  expect(asked()).toBe(1);
});

test('a new level is shown only after its celebration', async () => {
  const { reader, rise } = await reading();
  rise(249.5);
  expect(reader().knownCount).toBe(249.5);
  act(() => rise(251));
  expect(reader().state.celebration).toMatchObject({ level: 'A0.2' });
  expect(reader().knownCount).toBe(249.5);
  act(() => reader().dispatch({ type: 'celebrated' }));
  expect(reader().knownCount).toBe(251);
});

test('an exit during the cooldown of the last answer sends nothing until the learner chooses to stay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { server, reader } = await reading();
  const tick = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  act(() => reader().dispatch({ type: 'started' }));
  await tick(COOLDOWN);
  act(() => reader().dispatch({ type: 'chose', option: 0 }));
  await tick(COOLDOWN);
  await tick(COOLDOWN);
  act(() => reader().dispatch({ type: 'chose', option: 0 }));
  act(() => reader().dispatch({ type: 'leaving', way: 'library' }));
  expect(reader().state).toMatchObject({ card: 'right', dialog: { name: 'leave' } });
  await tick(10 * COOLDOWN);
  expect(server.requests(answerQuestions)).toEqual([]);
  act(() => reader().dispatch({ type: 'closed' }));
  await tick(COOLDOWN);
  vi.useRealTimers();
  await waitFor(() => expect(server.requests(setLastRead)).toHaveLength(1));
  expect(
    server.requests(answerQuestions).map(({ body }) => body.answers.map(({ chosen }) => chosen)),
  ).toEqual([[0, 0]]);
});

test('answers are not sent for another account that another tab has logged in', async () => {
  const { server, reader, learner, session } = await reading();
  server.on(refresh, () => ({ accessToken: accessTokenOf('benito') }));
  const stored: (string | null)[] = [];
  server.on(answerQuestions, ({ learner: account }) => {
    if (account === learner) return failure(403, 'forbidden');
    stored.push(account);
    return { right: 2, wrong: 0, unfit: [] };
  });
  await readTheSentence(reader);
  await waitFor(() => expect(session.auth().learner).toBe('benito'));
  await waitFor(() => expect(server.requests(answerQuestions)).toHaveLength(1));
  expect(stored).toEqual([]);
  expect(await get(`outbox ${learner}`)).toMatchObject([{ kind: 'answers' }, { kind: 'last read' }]);
});

test('a page that was closed before it kept its sentence as read sends the answers again under the same id', async () => {
  // As it is stored with the last answer.
  const visit = {
    sentence: 's1',
    contentVersion: 'v1',
    seed: uuidv7(),
    plan: ['q1', 'q2'],
    answers: ['q1', 'q2'].map(question => ({ question, chosen: 0, milliseconds: 900 })),
    continued: true,
  };
  const sent: unknown[] = [];
  for (let page = 0; page < 2; page++) {
    const { server, reader } = await reading({ visit });
    act(() => reader().dispatch({ type: 'started' }));
    await waitFor(() => expect(server.requests(answerQuestions)).toHaveLength(1));
    for (const { commandId, body } of server.requests(answerQuestions)) sent.push({ commandId, body });
  }
  expect(sent[1]).toEqual(sent[0]);
});

test('opening a chapter without a connection is recorded later, once, under the same id', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  const { server, reader, learner } = await reading({ opened: lost });
  await waitFor(() => expect(reader().outbox.queue).toEqual({ waiting: 1, stalled: true }));
  // To open a chapter is nothing that the learner would miss.
  expect(reader().outbox.waiting).toBe(0);
  expect(await get(`outbox ${learner}`)).toMatchObject([
    { kind: 'opened', body: { bookId: 'cuento', chapter: 1 } },
  ]);
  server.on(openChapter, () => ({ bookId: 'cuento', chapter: 1 }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(reader().outbox.queue.waiting).toBe(0));
  expect(new Set(server.requests(openChapter).map(({ commandId }) => commandId)).size).toBe(1);
});

test('an opening that is refused later shows no message, and blocks no other command', async () => {
  const { server, reader, session, learner } = await reading();
  server.on(openChapter, () => failure(402, 'not paid'));
  const [id, other] = [uuidv7(), uuidv7()];
  const body = { bookId: 'cuento', chapter: 2 };
  await outboxOf(session, learner).add([
    { kind: 'opened', id, group: id, body },
    { kind: 'last read', id: other, group: other, body: { ...body, sentenceId: 's1' } },
  ]);
  await waitFor(() =>
    expect(server.requests(setLastRead).map(({ commandId }) => commandId)).toEqual([other]),
  );
  await waitFor(async () => expect(await get(`outbox ${learner}`)).toEqual([]));
  expect(reader().outbox.refused).toEqual([]);
});
