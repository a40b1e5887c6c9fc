// @vitest-environment jsdom

import { locks } from 'node:worker_threads';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerQuestions } from '../../../facade/vocabularies.ts';
import { heldAnswer, holdAnswer, releaseLeftAnswer } from '../../shared/outbox/held-answer.ts';
import { outboxOf } from '../../shared/outbox/outboxes.ts';
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

test('a second window does not send the last answer of a sitting, which can be taken back in the first', async () => {
  // jsdom has no Web Locks; these are those of Node.
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  const server = scriptedServer();
  const session = await sessionOn(server, 'eva');
  server.on(answerQuestions, () => ({ right: 1, wrong: 0, unfit: [] }));
  const outbox = outboxOf(session, 'eva');
  const { result, unmount } = renderHook(() => useSitting(questions, levelOf, undefined), {
    wrapper: providers(session).wrapper,
  });
  await waitFor(() => expect(result.current.sitting.cooling).toBe(false));
  act(() => result.current.dispatch({ type: 'chose', option: 1 }));
  await waitFor(async () => expect(await heldAnswer('eva')).toBeDefined());
  const held = await heldAnswer('eva');
  await releaseLeftAnswer('eva', outbox);
  expect(await heldAnswer('eva')).toEqual(held);
  act(() => result.current.dispatch({ type: 'undone' }));
  await waitFor(async () => expect(await heldAnswer('eva')).toBeUndefined());
  unmount();
  expect(await outbox.queue()).toEqual([]);
  expect(server.requests(answerQuestions)).toEqual([]);

  // What a sitting without a window has left is sent, under the id of its press.
  if (held) await holdAnswer('eva', held);
  await waitFor(async () => {
    await releaseLeftAnswer('eva', outbox);
    expect(server.requests(answerQuestions).map(({ commandId }) => commandId)).toEqual([held?.id]);
  });
  expect(await heldAnswer('eva')).toBeUndefined();
});
