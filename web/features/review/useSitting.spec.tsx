// @vitest-environment jsdom

import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerQuestions } from '../../../facade/vocabularies.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import type { Question } from './questions.ts';
import { useSitting } from './useSitting.ts';

/** A question about 'rosas.'; the parts of it that a sitting uses. */
const question = {
  id: 'q1',
  book: { id: 'cuento', title: 'Cuento', language: 'es' },
  chapter: 1,
  sentence: { id: 's1', contentVersion: 'v1', translation: 'roses.' },
  word: 'w1',
  words: [{ id: 'w1', text: 'rosas', fragments: [{ id: 'ros', text: 'ros' }] }],
} as unknown as Question;
const questions = [question];
const levelOf = () => 'I' as const;

test('the last answer counts as sent once the server has replied to it, not before', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'ana');
  let reply = (_: { right: number; wrong: number; unfit: string[] }) => {};
  server.on(answerQuestions, () => new Promise(resolve => (reply = resolve)));
  const { result } = renderHook(() => useSitting(questions, levelOf, undefined), {
    wrapper: providers(session).wrapper,
  });
  await waitFor(() => expect(result.current.sitting.cooling).toBe(false));
  act(() => result.current.dispatch({ type: 'chose', option: 1 }));
  const states: boolean[] = [];
  act(() => result.current.dispatch({ type: 'ended' }));
  states.push(result.current.isSent);
  await waitFor(() => expect(server.requests(answerQuestions)).toHaveLength(1));
  states.push(result.current.isSent);
  expect(states).toEqual([false, false]);
  act(() => reply({ right: 0, wrong: 1, unfit: [] }));
  await waitFor(() => expect(result.current.isSent).toBe(true));
});
