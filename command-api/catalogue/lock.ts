import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Any number that nothing else in this database locks. */
const lock = 7_246_402;

/**
 * Whoever puts something into the catalogue waits here for those before them, until their transaction ends. Without it
 * two starting processes lock rows and the rows these refer to crosswise. Readers never wait.
 */
export async function lockCatalogue(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
}
