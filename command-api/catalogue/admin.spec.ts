import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBook, addCourse, addLanguage, checkHealth } from '../../facade/books.ts';
import type { Endpoint } from '../../facade/endpoint.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';

let app: LearningApp;
let admin: Learner;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
  admin = await app.learner('admin', ['admin']);
});
afterAll(() => app?.close());

const course = {
  title: 'Spanish by reading',
  description: 'Two classics, sentence by sentence.',
  nativeLanguageName: 'English',
  targetLanguageName: 'Spanish',
};
const book = { title: 'Lazarillo', author: 'Anónimo', publishedDate: '1554', languageName: 'Spanish' };

test('an admin adds a language, a course between two languages, and a book', async () => {
  expect(await app.call(addLanguage, admin, { body: { name: 'English', isoCode: 'en' } })).toMatchObject({
    status: 200,
    body: { message: 'Added the language English', isError: false },
  });
  expect(await app.call(addCourse, admin, { body: course })).toMatchObject({
    status: 200,
    body: { message: 'Added the course Spanish by reading', isError: false },
  });
  expect(await app.call(addBook, admin, { body: book })).toMatchObject({
    status: 200,
    body: { message: 'Added the book Lazarillo', isError: false },
  });
  const added = await app.db
    .selectFrom('books')
    .select(['author', 'published', 'language_id', 'chapter_count'])
    .where('title', '=', 'Lazarillo')
    .execute();
  expect(added).toEqual([{ author: 'Anónimo', published: '1554', language_id: 'es', chapter_count: 0 }]);
});

test.each<[what: string, endpoint: Endpoint, body: object, status: number, message: string, field: string]>([
  ['a language twice', addLanguage, { name: 'Spanish' }, 409, 'duplicate language', 'name'],
  ['a book twice', addBook, { ...book, title: 'Un Cuento' }, 409, 'duplicate book', 'title'],
  [
    'a book in no language',
    addBook,
    { ...book, languageName: 'Elvish' },
    404,
    'unknown language',
    'languageName',
  ],
  [
    'a course from nowhere',
    addCourse,
    { ...course, nativeLanguageName: 'Elvish' },
    404,
    'unknown language',
    'nativeLanguageName',
  ],
  [
    'a course to nowhere',
    addCourse,
    { ...course, nativeLanguageName: 'Latin', targetLanguageName: 'Elvish' },
    404,
    'unknown language',
    'targetLanguageName',
  ],
  [
    'a course of one language',
    addCourse,
    { ...course, nativeLanguageName: 'Spanish' },
    422,
    'a course needs two languages',
    'targetLanguageName',
  ],
  ['a language without a name', addLanguage, { name: '' }, 400, '', 'name'],
])('%s is refused and changes nothing', async (_, endpoint, body, status, message, field) => {
  const counts = () =>
    Promise.all(
      (['languages', 'courses', 'books'] as const).map(table =>
        app.db.selectFrom(table).select('id').execute(),
      ),
    );
  const before = await counts();
  const refused = await app.call(endpoint, admin, { body });
  expect(refused).toMatchObject({ status, failure: { errorField: field, isError: true } });
  expect(refused.failure.message).toContain(message);
  expect(await counts()).toEqual(before);
});

test('a repeated command finds its own row; another one conflicts; only admins may add', async () => {
  const sent = { body: { name: 'Ladino' }, commandId: uuidv7() };
  expect(await app.call(addLanguage, admin, sent)).toMatchObject({ status: 200 });
  expect(await app.call(addLanguage, admin, sent)).toMatchObject({ status: 200 });
  expect(await app.call(addLanguage, admin, { body: sent.body })).toMatchObject({ status: 409 });
  expect(await app.call(addLanguage, admin, { ...sent, body: { name: 'Catalan' } })).toMatchObject({
    status: 422,
  });
  expect(await app.call(addLanguage, await app.learner('reader'), sent)).toMatchObject({ status: 403 });
  const both = await Promise.all(
    [1, 2].map(() => app.call(addLanguage, admin, { body: { name: 'Asturian' } })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a command id stands for all that was asked: another content under the same name is refused, not reported as added', async () => {
  const additions: readonly [Endpoint, object, object][] = [
    [addLanguage, { name: 'Aragonese', isoCode: 'an' }, { name: 'Aragonese', isoCode: 'ar' }],
    [addBook, { ...book, title: 'La Celestina' }, { ...book, title: 'La Celestina', author: 'Rojas' }],
    [addCourse, { ...course, title: 'Again' }, { ...course, title: 'Again', description: 'Another one.' }],
  ];
  for (const [endpoint, body, other] of additions) {
    const commandId = uuidv7();
    const add = (sent: object) => app.call(endpoint, admin, { body: sent, commandId });
    expect([(await add(body)).status, (await add(body)).status]).toEqual([200, 200]);
    expect(await add(other)).toMatchObject({ status: 422, failure: { errorField: 'Idempotency-Key' } });
  }
});

test('the health of a book names the places without a sentence', async () => {
  const health = (bookTitle: string) =>
    app.call(
      { ...checkHealth, path: `${checkHealth.path}?bookTitle=${encodeURIComponent(bookTitle)}` },
      admin,
    );
  expect(await health('Un Cuento')).toMatchObject({
    status: 200,
    body: { message: [], total: 0, isError: false },
  });
  await app.db.updateTable('sentences').set({ retired: true }).where('id', '=', 's2').execute();
  expect(await health('Un Cuento')).toMatchObject({
    body: { message: ['Un Cuento 1.1.1.2'], total: 1, isError: false },
  });
  expect(await health('Nada')).toMatchObject({
    status: 404,
    failure: { message: 'unknown book', isError: true },
  });
});
