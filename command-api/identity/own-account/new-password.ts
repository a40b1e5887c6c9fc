import type { Transaction } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { type Account, lockAccount, unlinked } from '../accounts/accounts.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * Sets a new password, and ends what whoever knew the old one may have begun: sessions, a change of address that is not
 * confirmed, and a link with Google (decision 24). Voids all reset codes.
 * @param except a session that continues
 * @returns undefined when the account is gone
 */
export async function replacePassword(
  trx: Transaction<Database>,
  accountId: string,
  password_hash: string,
  except?: string,
): Promise<Account | undefined> {
  await lockAccount(trx, accountId);
  await endSessions(trx, accountId, except);
  await trx.deleteFrom('reset_codes').where('account_id', '=', accountId).execute();
  return trx
    .updateTable('accounts')
    .set({ password_hash, ...unlinked })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}
