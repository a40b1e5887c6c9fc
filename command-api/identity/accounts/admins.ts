import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../database/tables.ts';

/**
 * The ids of all admins. Locks their accounts, so that of admins who change each other or delete themselves at the same moment
 * one remains; before any other account, because two transactions with another order would wait for each other.
 */
export async function lockAdmins(trx: Transaction<Database>): Promise<readonly string[]> {
  const admins = await trx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`'admin' = any(roles)`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return admins.map(({ id }) => id);
}
