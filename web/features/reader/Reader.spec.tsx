// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asSpecified } from '../../../domain/quiz/pace.ts';
import { answers, book, sentences, wordInstances } from '../../../facade/books.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import { profile } from '../../../facade/users.ts';
import {
  answerQuestions,
  knownFragmentCount,
  openChapter,
  vocabularies,
} from '../../../facade/vocabularies.ts';
import { outboxOf } from '../../shared/outbox/outboxes.ts';
import { addModalDialogs } from '../../testing/modal-dialogs.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Reader from './Reader.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  addModalDialogs();
});
afterEach(() => void vi.restoreAllMocks());

const sentence = (id: string, position: number, contentVersion: string) => ({
  ...{ _id: id, id, text: 'come rosas.', translation: 'he eats roses.', newParagraph: true },
  ...{ chapterTitle: 'Uno', part: 1, chapter: 1, section: 1, position, contentVersion },
});
const chapter = {
  ...{ number: 1, title: 'Uno', total: 2, free: true, available: true, introduction: null },
};

test('a reader at the end of a chapter that was made shorter gets its new end, and is told', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'shortened');
  server.on(book, () => ({
    ...{ _id: 'cuento', id: 'cuento', title: 'Cuento', author: '', published: null, readingLevel: null },
    ...{ language: { id: 'es', name: 'Spanish' }, chapters: [chapter] },
  }));
  server.on(sentences, () => [sentence('s1', 1, 'v1'), sentence('s2', 2, 'v1')]);
  server.on(wordInstances, () => []);
  server.on(answers, () => ({}));
  server.on(vocabularies, () => []);
  server.on(knownFragmentCount, () => ({ knownCount: 0 }));
  server.on(openChapter, () => ({ bookId: 'cuento', chapter: 1 }));
  const me = {
    ...{ username: 'shortened', email: 'ana@correo.es', hasSeenTutorial: true, roles: ['user'] },
    ...{ lastRead: { cuento: { 1: 's2' } }, newFragments: { day: '2026-01-01', asked: 0 } },
    settings: { autoPlayWordTTS: false, autoPlaySentenceTTS: false, showReadingWeeks: true, ...asSpecified },
  };
  server.on(profile, () => me as unknown as ReplyOf<typeof profile>);
  const { wrapper, queries } = providers(session, { path: '/sv/cuento/1' });
  render(
    <Routes>
      <Route path="/sv/:bookId/:chapter" element={<Reader />} />
    </Routes>,
    { wrapper },
  );
  await screen.findByRole('button', { name: /Start/ });

  server.on(sentences, () => [sentence('s1', 1, 'v2')]);
  // The last of the replies.
  const { promise: late, resolve: come } = Promise.withResolvers<void>();
  server.on(answers, () => late.then(() => ({})));
  server.on(answerQuestions, () => failure(409, 'content changed', { errorField: 'contentVersion' }));
  const id = uuidv7();
  const body = { bookId: 'cuento', chapter: 1, sentenceId: 's1', contentVersion: 'v1' };
  const given = [{ question: 'q1', chosen: 0, milliseconds: 900 }];
  await outboxOf(session, 'shortened').add([
    { kind: 'answers', id, group: id, body: { ...body, answers: given } },
  ]);
  await waitFor(() => expect(queries.getQueryData(['sentences', 'cuento', 1])).toHaveLength(1));
  await act(async () => {});
  come();
  expect(await screen.findByText(/This chapter was corrected while you were reading/)).toBeTruthy();
  expect(document.title).toContain('1 of 1');
});
