import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { messagesOf } from '../../contact/messages-of.ts';

/** The account that is being deleted. After the last step nothing identifies the person. */
export interface DeletedAccount {
  /** Opaque; the learner of the log. */
  readonly id: string;
  readonly email: string;
  readonly username: string | null;
  /** At the payment provider. */
  readonly customerId: string | null;
}

/**
 * One step of the transaction that deletes an account. Work outside the database (ending a subscription at the payment
 * provider) is queued under the opaque id.
 */
export interface DeletionStep {
  readonly name: string;
  readonly run: (trx: Transaction<Database>, account: DeletedAccount) => Promise<void>;
}

/** The steps in order. The account itself is deleted last, and rows that refer to it with it. Other areas add their own. */
export const deletionSteps: readonly DeletionStep[] = [
  {
    name: 'contact messages',
    run: async (trx, account) => {
      await trx.deleteFrom('contact_messages').where(messagesOf(account)).execute();
    },
  },
  {
    name: 'mails',
    run: async (trx, { id, email }) => {
      await trx
        .deleteFrom('mails')
        .where(({ eb, and, or }) =>
          or([
            eb('account_id', '=', id),
            eb('to_address', '=', email),
            // As with the messages that these mails carry.
            and([eb('reply_to', '=', email), eb('account_id', 'is', null)]),
          ]),
        )
        .execute();
    },
  },
  {
    name: 'pending sign-ups',
    run: async (trx, { email }) => {
      await trx.deleteFrom('pending_sign_ups').where('email', '=', email).execute();
    },
  },
  {
    name: 'account, sessions, links and codes',
    run: async (trx, { id }) => {
      await trx.deleteFrom('accounts').where('id', '=', id).execute();
    },
  },
];

export interface AccountDeletion {
  readonly steps: readonly DeletionStep[];
  /** Writes the opaque id to a place outside the database and its backups, before anything is deleted. */
  readonly remember: (id: string) => Promise<void>;
}

/**
 * Deletes an account with everything personal. The log keeps the opaque id.
 * @returns false when there is no such account
 */
export function deleteAccountById(
  deletion: AccountDeletion,
  db: Kysely<Database>,
  id: string,
): Promise<boolean> {
  return db.transaction().execute(trx => deleteAccountWithin(trx, deletion, id));
}

/** The same within a transaction that does more. */
export async function deleteAccountWithin(
  trx: Transaction<Database>,
  { steps, remember }: AccountDeletion,
  id: string,
): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return false;
  await remember(id);
  const { email, username, stripe_customer_id: customerId } = account;
  for (const { run } of steps) await run(trx, { id, email, username, customerId });
  return true;
}

/** Deletes the accounts again that a restored backup brought back. @returns how many */
export async function deleteAgain(
  deletion: Pick<AccountDeletion, 'steps'>,
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<number> {
  let deleted = 0;
  const remember = async () => {};
  for (const id of ids) if (await deleteAccountById({ ...deletion, remember }, db, id)) deleted++;
  return deleted;
}
