import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { vi } from 'vitest';
import { asSpecified } from '../../../../domain/quiz/pace.ts';
import { profile, setLastRead } from '../../../../facade/users.ts';
import {
  answerQuestions,
  changeVocabulary,
  knownFragmentCount,
  openChapter,
  vocabularies,
} from '../../../../facade/vocabularies.ts';
import { knownCountQuery, profileQuery, vocabulariesQuery } from '../../../shared/queries.ts';
import { providers } from '../../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import type { ReaderData } from '../chapter/useChapter.ts';
import { useReading } from '../reading/useReading.ts';
import type { Visit } from '../state/state.ts';
import { COOLDOWN } from '../state/useMachine.ts';

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
export async function reading({
  opened = () => ({ bookId: 'cuento', chapter: 1 }),
  visit = null,
}: {
  readonly opened?: () => { readonly bookId: string; readonly chapter: number };
  readonly visit?: Visit | null;
} = {}) {
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
  const hook = renderHook(() => useReading(address, data(), visit, () => {}), { wrapper });
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

/** Answers both questions right. */
export async function readTheSentence(reader: () => ReturnType<typeof useReading>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  act(() => reader().dispatch({ type: 'started' }));
  for (let answer = 0; answer < 2; answer++) {
    await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
    act(() => reader().dispatch({ type: 'chose', option: 0 }));
    await act(() => vi.advanceTimersByTimeAsync(COOLDOWN));
  }
  vi.useRealTimers();
}

/** Replies that are held until the test releases them. */
export function held<Reply>() {
  const waiting: ((reply: Reply) => void)[] = [];
  return {
    reply: () => new Promise<Reply>(resolve => waiting.push(resolve)),
    waiting,
  };
}
