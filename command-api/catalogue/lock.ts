import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** An arbitrary advisory lock key, unique in this database. */
const lock = 7_246_402;

/**
 * Serializes writes to the catalogue until the transaction ends. Without it two starting processes would deadlock on rows
 * and the rows these reference. Readers never wait.
 */
export async function lockCatalogue(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
}
