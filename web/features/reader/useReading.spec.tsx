// @vitest-environment jsdom

import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { get } from 'idb-keyval';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asSpecified } from '../../../domain/quiz/pace.ts';
import { headers } from '../../../facade/endpoint.ts';
import { refresh } from '../../../facade/identity.ts';
import { profile, setLastRead } from '../../../facade/users.ts';
import {
  answerQuestions,
  changeVocabulary,
  knownFragmentCount,
  markClause,
  openChapter,
  undoCommand,
  updateBookProgress,
  vocabularies,
} from '../../../facade/vocabularies.ts';
import { outboxOf } from '../../shared/outbox/outboxes.ts';
import { knownCountQuery, profileQuery, vocabulariesQuery } from '../../shared/queries.ts';
import { providers } from '../../testing/providers.tsx';
import { accessTokenOf, failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import type { ReaderData } from './chapter/useChapter.ts';
import { COOLDOWN } from './state/useMachine.ts';
import { useReading } from './useReading.ts';

/** Renders the reader's hooks on a chapter of one sentence, 'come rosas.', against a scripted server. */

const sentence: ReaderData['sentences'][number] = {
  id: 's1',
  key: 'Cuento 1.1.1.1',
  contentVersion: 'v1',
  text: 'come rosas.',
  translation: 'he eats roses.',
  newParagraph: true,
  words: [],
  clauses: [],
  quiz: {
    id: 's1',
    words: [
      { id: 'w1', trailingPunctuation: '', fragments: ['com'], skipped: false },
      { id: 'w2', trailingPunctuation: '.', fragments: ['ros'], skipped: false },
    ],
    wordQuestions: { w1: question('q1'), w2: question('q2') },
    clauseQuestions: {},
  },
  phrases: [],
  summary: null,
  wordKeys: {},
  clauseKeys: ['Cuento 1.1.1.1-0'],
};

function question(id: string) {
  return {
    id,
    options: [
      { text: 'right', explanation: 'why' },
      { text: 'wrong', explanation: 'why not' },
    ],
  };
}

const book: ReaderData['book'] = {
  _id: 'cuento',
  id: 'cuento',
  title: 'Cuento',
  author: '',
  language: { id: 'es', name: 'Spanish' },
  published: null,
  readingLevel: null,
  chapters: [],
};

let learners = 0;

/** A new learner for each test, because outboxes live as long as the page. */
async function reading({ opened = () => ({ bookId: 'cuento', chapter: 1 }) } = {}) {
  learners += 1;
  const learner = `ana${learners}`;
  const server = scriptedServer();
  const session = await sessionOn(server, learner);
  server.on(openChapter, opened);
  server.on(answerQuestions, () => ({ right: 2, wrong: 0, unfit: [] }));
  server.on(setLastRead, ({ body }) => ({ bookId: 'cuento', chapter: 1, sentenceId: body.sentenceId }));
  server.on(changeVocabulary, ({ body }) => ({ id: body.fragmentId }));
  server.on(vocabularies, () => []);
  server.on(knownFragmentCount, () => ({ knownCount: 0 }));
  const { wrapper, queries } = providers(session);
  // The data that the reader loads.
  const me = {
    username: learner,
    email: 'ana@correo.es',
    hasSeenTutorial: true,
    lastRead: {},
    settings: { autoPlayWordTTS: false, autoPlaySentenceTTS: false, showReadingWeeks: true, ...asSpecified },
    newFragments: { day: '2026-01-01', asked: 0 },
  } as ReaderData['profile'];
  server.on(profile, () => me);
  queries.setQueryData(profileQuery(session.client).queryKey, me);
  queries.setQueryData(vocabulariesQuery(session.client).queryKey, []);
  queries.setQueryData(knownCountQuery(session.client, 'es').queryKey, { knownCount: 0 });
  const address = { learner, bookId: 'cuento', chapter: 1 };
  let knownCount = 0;
  const data = () => ({
    book,
    sentences: [sentence],
    profile: queries.getQueryData(profileQuery(session.client).queryKey) ?? me,
    entries: queries.getQueryData(vocabulariesQuery(session.client).queryKey) ?? [],
    knownCount,
    questionsLoaded: true,
    retryQuestions: () => {},
    isRetrying: false,
  });
  const hook = renderHook(() => useReading(address, data(), null, () => {}), { wrapper });
  const levels = () =>
    Object.fromEntries(
      data().entries.map(({ fragment, state, level }) => [fragment, state === 'new' ? 'new' : level]),
    );
  const reader = () => hook.result.current;
  const rise = (known: number) => {
    knownCount = known;
    hook.rerender();
  };
  const readAgain = () => queries.fetchQuery({ ...vocabulariesQuery(session.client), staleTime: 0 });
  const readCountAgain = () => queries.fetchQuery({ ...knownCountQuery(session.client, 'es'), staleTime: 0 });
  const known = () => queries.getQueryData(knownCountQuery(session.client, 'es').queryKey)?.knownCount;
  /** Records every level that a component could render from now on. */
  const drawn = (fragment: string) => {
    const seen: (string | undefined)[] = [];
    const { queryKey } = vocabulariesQuery(session.client);
    // Reads the cache as a component does.
    const hear = notifyManager.batchCalls(() => void seen.push(levels()[fragment]));
    new QueryObserver(queries, { queryKey, enabled: false }).subscribe(hear);
    return seen;
  };
  const { unmount } = hook;
  return { server, session, learner, reader, levels, rise, readAgain, readCountAgain, known, drawn, unmount };
}

const entryOf = (fragment: string) => ({ _id: fragment, fragment, language: 'es' });

/** Replies that are held until the test releases them. */
function held<Reply>() {
  const waiting: ((reply: Reply) => void)[] = [];
  return {
    reply: () => new Promise<Reply>(resolve => waiting.push(resolve)),
    waiting,
  };
}

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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  server.on(answerQuestions, () => failure(503, 'away'));
  act(() => reader().dispatch({ type: 'started' }));
  for (let answer = 0; answer < 2; answer++) {
    await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
    act(() => reader().dispatch({ type: 'chose', option: 0 }));
    await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
  }
  vi.useRealTimers();
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const replies = held<Response>();
  server.on(answerQuestions, replies.reply);
  act(() => reader().dispatch({ type: 'started' }));
  for (let answer = 0; answer < 2; answer++) {
    await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
    act(() => reader().dispatch({ type: 'chose', option: 0 }));
    await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
  }
  vi.useRealTimers();
  await waitFor(() => expect(replies.waiting).toHaveLength(1));
  expect(levels()['com']).not.toBe('new');
  await act(async () => replies.waiting[0]?.(failure(422, 'refused')));
  await waitFor(() => expect(levels()['com']).toBe('new'));
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { server, reader, learner, session } = await reading();
  const tick = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  server.on(refresh, () => ({ accessToken: accessTokenOf('benito') }));
  const stored: (string | null)[] = [];
  server.on(answerQuestions, ({ learner: account }) => {
    if (account === learner) return failure(403, 'forbidden');
    stored.push(account);
    return { right: 2, wrong: 0, unfit: [] };
  });
  act(() => reader().dispatch({ type: 'started' }));
  for (let answer = 0; answer < 2; answer++) {
    await tick(COOLDOWN);
    act(() => reader().dispatch({ type: 'chose', option: 0 }));
    await tick(COOLDOWN);
  }
  vi.useRealTimers();
  await waitFor(() => expect(session.auth().learner).toBe('benito'));
  await waitFor(() => expect(server.requests(answerQuestions)).toHaveLength(1));
  expect(stored).toEqual([]);
  expect(await get(`outbox ${learner}`)).toMatchObject([{ kind: 'answers' }, { kind: 'last read' }]);
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

test('opening a chapter without a connection is recorded later, once, under the same id', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  const { server, reader, learner } = await reading({ opened: lost });
  await waitFor(() => expect(reader().outbox.waiting).toBe(1));
  expect(await get(`outbox ${learner}`)).toMatchObject([
    { kind: 'opened', body: { bookId: 'cuento', chapter: 1 } },
  ]);
  server.on(openChapter, () => ({ bookId: 'cuento', chapter: 1 }));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(reader().outbox.waiting).toBe(0));
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
