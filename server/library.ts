import { createHash } from 'node:crypto';
import type pg from 'pg';
import { putLibrary } from '../command-api/catalogue/put-library.ts';
import { withholdBooks } from '../command-api/catalogue/withhold-books.ts';
import type { Connection } from '../database/connect.ts';
import { compileSources } from '../library/compile/compile.ts';
import { readSources } from '../library/library.ts';

/**
 * Puts the built-in library into the catalogue. A hash of the sources, stored in the database, lets the next start skip
 * compiling when they are unchanged.
 * @param withoutBooks titles of books to hide; what learners did in them is kept
 * @param report takes a line about a title that cannot be used: an admin's book already has it, or no book has it
 * @throws Error with every problem of the sources: file, line and reason
 */
export async function putBuiltInLibrary(
  { db, pool }: Connection,
  withoutBooks: readonly string[] = [],
  report: (line: string) => void = () => undefined,
): Promise<void> {
  await putSources({ db, pool }, report);
  await withholdBooks(db, withoutBooks, report);
}

async function putSources(
  { db, pool }: Pick<Connection, 'db' | 'pool'>,
  report: (line: string) => void,
): Promise<void> {
  const sources = readSources();
  const hash = createHash('sha256').update(JSON.stringify(sources)).digest('hex');
  if ((await storedHash(pool)) === hash) return;
  const compiled = compileSources(sources);
  if (!('content' in compiled))
    throw new Error(
      `the library has problems:\n${compiled.problems.map(({ file, line, reason }) => `${file}:${line}: ${reason}`).join('\n')}`,
    );
  await putLibrary(db, compiled.content, report);
  await pool.query(
    `insert into library_state (only_row, sources) values (true, $1)
     on conflict (only_row) do update set sources = excluded.sources`,
    [hash],
  );
}

async function storedHash(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ sources: string }>('select sources from library_state');
  return rows[0]?.sources;
}
