import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers, book, books, sentences } from '../../facade/books.ts';
import type { Endpoint } from '../../facade/endpoint.ts';
import { questionStatistics } from '../../facade/questions.ts';
import { review } from '../../facade/review.ts';
import { story, words } from '../../facade/story.ts';
import { setLastRead } from '../../facade/users.ts';
import { answerQuestions } from '../../facade/vocabularies.ts';
import { sampleOf } from '../../query-api/sample-sentence.ts';
import { stopDate } from '../../tooling/testing/day.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { withholdBooks } from './withhold-books.ts';

let app: LearningApp;
let admin: Learner;
beforeAll(async () => {
  app = await learningApp();
  admin = await app.learner('admin', ['admin']);
});
afterAll(() => app?.close());

test('a withheld book is not listed and cannot be opened or read until it is back', async () => {
  const shelf = async () => (await app.call(books, admin)).body.map(({ title }) => title);
  const opened = async () => {
    const params = { bookId: 'cuento', chapter: 1 };
    const replies = [
      await app.call(book, admin, { params: { id: 'cuento' } }),
      await app.call(sentences, admin, { params }),
      await app.call(answers, admin, {
        params: { bookTitle: 'Un Cuento', folder: 'ch1', file: 'ch1WordAnswers.json' },
      }),
      await app.call(setLastRead, admin, { body: { ...params, sentenceId: 's2' } }),
    ];
    return replies.map(({ status }) => status);
  };
  const asked = async () =>
    (await app.call(questionStatistics, admin, { params: { bookId: 'cuento', chapter: 1 } })).status;
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  expect(await shelf()).toEqual(['Un Cuento']);
  await withholdBooks(app.db, ['Un Cuento', 'Nada'], report);
  expect(reports).toEqual(["no book that could be left out is 'Nada'"]);
  expect(await shelf()).toEqual([]);
  expect(await opened()).toEqual([404, 404, 404, 404]);
  expect(await asked()).toBe(404);
  await withholdBooks(app.db, [], report);
  expect(await shelf()).toEqual(['Un Cuento']);
  expect(await opened()).toEqual([200, 200, 200, 200]);
  expect(await asked()).toBe(200);
});

test('no reply contains text of a withheld book: not review, history, words or sample', async () => {
  const day = stopDate();
  const place = { bookId: 'cuento', chapter: 1 };
  await app.call(setLastRead, admin, { body: { ...place, sentenceId: 's2' } });
  const { position } = await app.call(answerQuestions, admin, {
    body: {
      ...place,
      sentenceId: 's1',
      contentVersion: 'first edition',
      answers: [{ question: 'q-gatos', chosen: 1, milliseconds: 900 }],
    },
  });
  async function reply<E extends Endpoint>(endpoint: E, query: Readonly<Record<string, string>> = {}) {
    for (;;) {
      const { status, body, headers } = await app.call(endpoint, admin, { query, after: position });
      expect(status).toBe(200);
      if (headers.get('X-Stale') === null) return JSON.stringify(body);
    }
  }
  const texts = async () => [
    await reply(review, { day }),
    await reply(story, { languageId: 'es', fragmentId: 'gat' }),
    await reply(words),
    JSON.stringify(await sampleOf(app.db)),
  ];
  const ofBook = /un cuento|platero|gatos|duerme/i;
  await app.db.updateTable('books').set({ title: 'Platero y Yo' }).execute();
  for (const text of await texts()) expect(text).toMatch(ofBook);
  // A wrong answer is also text of the book.
  expect((await texts())[1]).toContain('"chose":["wrong"]');
  await withholdBooks(app.db, ['Platero y Yo'], () => {});
  for (const text of await texts()) expect(text).not.toMatch(ofBook);
  expect((await texts())[1]).toContain('"chose":[""]');
});
