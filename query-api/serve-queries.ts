import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Serve } from '../facade/express/api.ts';
import { serveBooks } from './books.ts';
import { serveChapters } from './chapters.ts';
import { readModels } from './consistency.ts';
import { serveHealth } from './health.ts';
import { serveUsers } from './users.ts';
import { serveVocabularies } from './vocabularies.ts';

/** All queries, from one Postgres (which may be a replica). */
export function serveQueries(serve: Serve, db: Kysely<Database>): void {
  const read = readModels(db);
  serveUsers(serve, { db, read });
  serveVocabularies(serve, { read });
  serveBooks(serve, { db });
  serveChapters(serve, { db, read });
  serveHealth(serve, db);
}
