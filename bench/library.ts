import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { putLibrary } from '../command-api/catalogue/put-library.ts';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { compileSources } from '../library/compile/compile.ts';
import { readSources, sourcesDirectory } from '../library/library.ts';
import { medians, print, rate } from './measure.ts';

/** Rounds of reading and splitting in one measure: one alone is too short to time. */
const READINGS = 10;

/**
 * The whole library: compiled, beside reading its files and splitting them into words; put into an empty catalogue,
 * beside storing the same content as one document a chapter. Each is a rate of whole libraries per second.
 */
export async function run(url: string): Promise<void> {
  const connection = connect(url);
  const { db, pool } = connection;
  await migrate(pool);
  const sources = readSources();
  const compiled = compileSources(sources);
  if (!('content' in compiled)) throw new Error('the library has problems');
  const { content } = compiled;
  await pool.query('create table bench_documents (document jsonb not null)');

  const measured = await medians({
    reading: timed(async () => {
      for (let round = 0; round < READINGS; round++)
        for (const { path } of sources) readFileSync(join(sourcesDirectory, path), 'utf8').split(/\s+/);
    }, READINGS),
    compiling: timed(async () => {
      compileSources(sources);
    }),
    storing: timed(async () => {
      await pool.query('truncate bench_documents');
      for (const chapter of content.chapters)
        await pool.query('insert into bench_documents values ($1)', [JSON.stringify(chapter)]);
    }),
    loading: async () => {
      await sql`truncate books, languages, fragments cascade`.execute(db);
      return await timed(async () => {
        await putLibrary(db, content);
      })();
    },
    'loading again': timed(async () => {
      await putLibrary(db, content);
    }),
  });
  print('compiled, beside read and split into words', measured, 'compiling', 'reading');
  print('put into an empty catalogue, beside stored as documents', measured, 'loading', 'storing');
  print('put again, nothing changed, beside stored as documents', measured, 'loading again', 'storing');
  for (const name of ['compiling', 'loading', 'loading again'])
    console.log(`${name}: ${(1 / (measured[name] ?? Number.NaN)).toFixed(2)} s (aim: under 2 s)`);
  await connection.close();
}

/** Libraries per second of work that does `count` of them. */
function timed(work: () => Promise<void>, count = 1): () => Promise<number> {
  return () => rate(count, work);
}
