import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { putLibrary } from '../command-api/catalogue/put-library.ts';
import { connect } from '../database/connect.ts';
import type { LibraryContent } from '../domain/catalogue/catalogue.ts';
import { addSentence } from '../facade/books.ts';
import { exported } from '../library/export/export.ts';
import { compileLibrary } from '../library/library.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { type LearningApp, learningApp } from '../tooling/testing/learning-app.ts';
import { inProduction } from '../tooling/testing/templates.ts';

function library(): LibraryContent {
  const compiled = compileLibrary();
  if (!('content' in compiled)) throw new Error('the library has problems');
  return compiled.content;
}

/** Every row of the catalogue, without what says who put it. */
async function catalogueOf({ db }: Pick<LearningApp, 'db'>) {
  const tables = [
    ...['languages', 'books', 'chapters', 'fragments', 'sentences', 'word_instances', 'questions'],
    ...['phrase_explanations', 'progress_summaries', 'chapter_fragments'],
  ];
  const contents: Record<string, readonly unknown[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(row) - 'origin' - 'library_version' as row from ${sql.table(table)} as row
      order by (to_jsonb(row) - 'origin' - 'library_version')::text collate "C"
    `.execute(db);
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}

const empty: LibraryContent = { languages: [], books: [], fragments: [], merges: [], chapters: [] };

test('the whole library, sent by an admin file by file, is the catalogue that the built-in load makes', {
  timeout: 600_000,
}, async () => {
  const content = library();
  const { url } = await testDatabase({ template: inProduction });
  const loaded = connect(url);
  onTestFinished(loaded.close);
  const imported = await learningApp({ projecting: false, content: empty });
  onTestFinished(imported.close);
  const admin = await imported.learner('admin', ['admin']);

  const files = exported(content);
  expect(files.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name));
  for (const { name, body } of files) {
    const { status, failure } = await imported.call(addSentence, admin, {
      body: JSON.parse(JSON.stringify(body)),
      commandId: uuidv7(),
    });
    expect({ name, status, failed: status === 200 ? '' : failure.message }).toEqual({
      name,
      status: 200,
      failed: '',
    });
  }
  const catalogue = await catalogueOf(imported);
  expect(catalogue).toEqual(await catalogueOf(loaded));
  expect(catalogue['sentences']).toHaveLength(content.chapters.flatMap(({ sentences }) => sentences).length);

  // Sent again, and loaded after that: nothing of it changes; now it is the library's.
  const [first] = files;
  expect(
    (await imported.call(addSentence, admin, { body: first?.body, commandId: uuidv7() })).body,
  ).toMatchObject({
    message: expect.stringContaining('is there already'),
  });
  await putLibrary(imported.db, content);
  expect(await catalogueOf(imported)).toEqual(catalogue);
  const { rows } =
    await sql`select distinct origin from sentences union select distinct origin from books`.execute(
      imported.db,
    );
  expect(rows).toEqual([{ origin: 'library' }]);
});
