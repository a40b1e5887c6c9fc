import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../database/connect.ts';
import type { Database } from '../../database/tables.ts';
import type { ChapterContent, LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { firstChapter, question, sentence, smallLibrary, word } from '../../tooling/testing/small-library.ts';
import { allTables } from '../../tooling/testing/templates.ts';
import { putChapter } from './put-chapter.ts';
import { putLibrary } from './put-library.ts';

async function catalogue(content?: LibraryContent): Promise<{ db: Kysely<Database> }> {
  const { url } = await testDatabase({ template: allTables });
  const { db, close } = connect(url);
  onTestFinished(close);
  if (content) await putLibrary(db, content);
  return { db };
}

/** What a rewrite would change even when the values stay: the physical version of every row. */
async function rowVersions(db: Kysely<Database>): Promise<readonly unknown[]> {
  const tables = [
    'languages',
    'books',
    'chapters',
    'fragments',
    'sentences',
    'word_instances',
    'questions',
    'phrase_explanations',
    'progress_summaries',
    'chapter_fragments',
  ] as const;
  const versions = [];
  for (const table of tables)
    versions.push(await db.selectFrom(table).select(sql<string>`xmin`.as('xmin')).execute());
  return versions;
}

async function sentencesIn(db: Kysely<Database>) {
  return db
    .selectFrom('sentences')
    .select(['id', 'position', 'retired'])
    .where('chapter', '=', 1)
    .orderBy('id')
    .execute();
}

function edited(change: Partial<ChapterContent>): ChapterContent {
  return { ...firstChapter('second edition'), ...change };
}

test('putting the same library again touches no row', async () => {
  const { db } = await catalogue();
  expect(await putLibrary(db, smallLibrary())).toBe(2);
  const before = await rowVersions(db);
  expect(before[4]).toHaveLength(4);
  expect(await putLibrary(db, smallLibrary())).toBe(0);
  expect(await rowVersions(db)).toEqual(before);
});

test('processes that start at the same time put the library once', async () => {
  const { db } = await catalogue();
  const changed = await Promise.all(Array.from({ length: 6 }, () => putLibrary(db, smallLibrary())));
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test('an edition may reorder sentences; dropped ones are retired and can return with their id', async () => {
  const { db } = await catalogue(smallLibrary());
  const { wordInstances, questions } = firstChapter();
  await putChapter(
    db,
    edited({
      sentences: [sentence('s3', 1, 1, 'Rosas.'), sentence('s1', 1, 2, 'Gatos, Ana duerme.')],
      wordInstances: wordInstances.filter(({ sentenceId }) => sentenceId !== 's2'),
      questions: questions.filter(({ sentenceId }) => sentenceId !== 's2'),
    }),
  );
  expect(await sentencesIn(db)).toEqual([
    { id: 's1', position: 2, retired: false },
    { id: 's2', position: 2, retired: true },
    { id: 's3', position: 1, retired: false },
  ]);
  const retired = { retired: true };
  expect(await db.selectFrom('word_instances').select('retired').where('id', '=', 'w4').execute()).toEqual([
    retired,
  ]);
  expect(await db.selectFrom('questions').select('retired').where('id', '=', 'q-gatos-2').execute()).toEqual([
    retired,
  ]);

  await putChapter(db, firstChapter('third edition'));
  expect(await sentencesIn(db)).toEqual([
    { id: 's1', position: 1, retired: false },
    { id: 's2', position: 2, retired: false },
    { id: 's3', position: 3, retired: false },
  ]);
});

test('a chapter lists the fragments of its words that are asked, each with its first question', async () => {
  const { db } = await catalogue(smallLibrary());
  const asked = async () => {
    const rows = await db
      .selectFrom('chapter_fragments')
      .select(['fragment_id', 'asked_from'])
      .where('chapter', '=', 1)
      .orderBy('fragment_id')
      .execute();
    return Object.fromEntries(rows.map(({ fragment_id, asked_from }) => [fragment_id, asked_from]));
  };
  expect(await asked()).toEqual({ duerm: 1, gat: 1, plural: 1, ros: null });
  const { questions } = firstChapter();
  await putChapter(
    db,
    edited({ questions: questions.filter(({ wordInstanceId }) => wordInstanceId !== 'w1') }),
  );
  expect(await asked()).toEqual({ duerm: 1, gat: 2, plural: 2, ros: null });
});

test.each<[string, Partial<ChapterContent>, RegExp]>([
  [
    'two sentences in one place',
    { sentences: ['s1', 's2', 's3'].map(id => sentence(id, 1, 1, id)) },
    /place/,
  ],
  ['an unknown fragment', { wordInstances: [word('w1', 's1', 1, 'Gatos', ['nonesuch'])] }, /foreign key/],
  ['a word without a stem', { wordInstances: [word('w1', 's1', 1, 'Gatos', [])] }, /stem/],
  ['another language', { wordInstances: [word('w1', 's1', 1, 'Gatos', ['felis'])] }, /another language/],
  [
    'two questions for one word',
    { questions: ['a', 'b'].map(id => question(id, 's1', { wordInstanceId: 'w1' })) },
    /questions_word/,
  ],
  [
    'a sentence of another chapter',
    { sentences: [sentence('s4', 2, 1, 'Rosas.')] },
    /s4 says it is of cuento 2/,
  ],
])('%s is refused, and the edition before stays whole', async (_, change, says) => {
  const { db } = await catalogue(smallLibrary());
  await expect(putChapter(db, edited(change))).rejects.toThrow(says);
  expect(await db.selectFrom('chapters').select('content_version').where('number', '=', 1).execute()).toEqual(
    [{ content_version: 'first edition' }],
  );
  expect(await sentencesIn(db)).toHaveLength(3);
  expect((await sentencesIn(db)).some(({ retired }) => retired)).toBe(false);
});

test('the id of a sentence stays in its book', async () => {
  const { db } = await catalogue(smallLibrary());
  const [book] = smallLibrary().books;
  if (!book) throw new Error('no book');
  await putLibrary(db, {
    ...smallLibrary(),
    books: [{ ...book, id: 'other', title: 'Other' }],
    chapters: [],
  });
  const stolen: ChapterContent = {
    ...firstChapter(),
    chapter: { ...firstChapter().chapter, bookId: 'other' },
    sentences: [{ ...sentence('s1', 1, 1, 'Gatos.'), bookId: 'other' }],
  };
  await expect(putChapter(db, stolen)).rejects.toThrow('s1 of other 1 has the id of a sentence of cuento');
});
