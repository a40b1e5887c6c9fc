// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answers, book, sentences, wordInstances } from '../../../../facade/books.ts';
import { profile } from '../../../../facade/users.ts';
import { knownFragmentCount, vocabularies } from '../../../../facade/vocabularies.ts';
import { providers } from '../../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import { useChapter } from './useChapter.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test('an answer file that did not load is logged once for each attempt, and is no data', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'sancho');
  server.on(book, () => ({
    ...{ _id: 'cuento', id: 'cuento', title: 'Cuento', author: '', published: null, readingLevel: null },
    ...{ language: { id: 'es', name: 'Spanish' }, chapters: [] },
  }));
  server.on(sentences, () => []);
  server.on(wordInstances, () => []);
  server.on(vocabularies, () => []);
  server.on(knownFragmentCount, () => ({ knownCount: 0 }));
  server.on(profile, () => ({}) as never);
  const late = Promise.withResolvers<object>();
  server.on(answers, ({ params }) => {
    if (params.file === 'ch1WordAnswers.json') return failure(404, 'not found');
    return params.file === 'ch1ClauseAnswers.json' ? late.promise : {};
  });
  const { wrapper, queries } = providers(session);
  const chapter = renderHook(() => useChapter('cuento', 1), { wrapper });
  const ready = () => chapter.result.current.ready;
  const logged = () =>
    vi.mocked(console.error).mock.calls.filter(([text]) => text === 'question data did not load').length;
  const states = () => queries.getQueryCache().findAll({ queryKey: ['answers'] });
  await waitFor(() => expect(states().filter(({ state }) => state.status === 'error')).toHaveLength(1));
  late.resolve({});
  await waitFor(() => expect(ready()).toMatchObject({ questionsLoaded: false, isRetrying: false }));
  expect(logged()).toBe(1);
  ready()?.retryQuestions();
  await waitFor(() => expect(logged()).toBe(2));
});
