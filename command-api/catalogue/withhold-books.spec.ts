import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers, book, books, sentences } from '../../facade/books.ts';
import { setLastRead } from '../../facade/users.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { withholdBooks } from './withhold-books.ts';

let app: LearningApp;
let admin: Learner;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
  admin = await app.learner('admin', ['admin']);
});
afterAll(() => app?.close());

test('a book that is left out is neither listed nor opened nor read, until it is back', async () => {
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
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  expect(await shelf()).toEqual(['Un Cuento']);
  await withholdBooks(app.db, ['Un Cuento', 'Nada'], report);
  expect(reports).toEqual(["no book that could be left out is 'Nada'"]);
  expect(await shelf()).toEqual([]);
  expect(await opened()).toEqual([404, 404, 404, 404]);
  await withholdBooks(app.db, [], report);
  expect(await shelf()).toEqual(['Un Cuento']);
  expect(await opened()).toEqual([200, 200, 200, 200]);
});
