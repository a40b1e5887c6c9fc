import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { accountById } from '../accounts/accounts.ts';

/** The account to forget. After the last step nothing identifies the person. */
export interface ForgottenAccount {
  /** Opaque; the learner of the log. */
  readonly id: string;
  readonly email: string;
  readonly username: string | null;
  /** At the payment provider. */
  readonly customerId: string | null;
}

/**
 * Something to do when an account is forgotten, in the same transaction. What must happen elsewhere (a subscription that
 * is to end at the payment provider) is queued here, under the opaque id.
 */
export interface ForgettingStep {
  readonly name: string;
  readonly run: (trx: Transaction<Database>, account: ForgottenAccount) => Promise<void>;
}

/** The steps in order. The account itself is deleted last, and rows that refer to it with it. Other areas add their own. */
export const forgettingSteps: readonly ForgettingStep[] = [
  {
    name: 'contact messages',
    run: async (trx, { id, email }) => {
      await trx
        .deleteFrom('contact_messages')
        .where(({ eb, or }) => or([eb('account_id', '=', id), eb('email', '=', email)]))
        .execute();
    },
  },
  {
    name: 'mails',
    run: async (trx, { id, email }) => {
      await trx
        .deleteFrom('mails')
        .where(({ eb, or }) =>
          or([eb('account_id', '=', id), eb('to_address', '=', email), eb('reply_to', '=', email)]),
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

export interface Forgetting {
  readonly steps: readonly ForgettingStep[];
  /** Notes an opaque id where no backup of the database reaches, before anything is deleted. */
  readonly remember: (id: string) => Promise<void>;
}

/**
 * Forgets an account: everything personal is gone when this resolves, the log keeps the opaque id.
 * @param last posted in the same transaction, for example the mail that says so
 * @returns false when there is no such account
 */
export async function forgetAccount(
  { steps, remember }: Forgetting,
  db: Kysely<Database>,
  id: string,
  last: (trx: Transaction<Database>) => Promise<void> = async () => {},
): Promise<boolean> {
  if (!(await accountById(db, id))) return false;
  await remember(id);
  return db.transaction().execute(async trx => {
    const account = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return false;
    const { email, username, stripe_customer_id: customerId } = account;
    for (const { run } of steps) await run(trx, { id, email, username, customerId });
    await last(trx);
    return true;
  });
}

/** After a restore: forgets again whoever the backup brought back. @returns how many */
export async function forgetAgain(
  forgetting: Pick<Forgetting, 'steps'>,
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<number> {
  let forgotten = 0;
  const remember = async () => {};
  for (const id of ids) if (await forgetAccount({ ...forgetting, remember }, db, id)) forgotten++;
  return forgotten;
}
