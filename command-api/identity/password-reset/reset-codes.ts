import { randomInt, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import type { ResetCaller } from '../../../facade/express/api.ts';
import { hashOf } from '../secret.ts';

/** Spec 9. */
export const CODE_MINUTES = 15;
/**
 * Valid codes of an account at once. It limits the mails to its mailbox, and since whoever is refused another code has these,
 * nobody can use up the limit to keep the owner from one.
 */
const MAX_VALID = 5;
/** For how long an expired code is distinguished from an unknown one. */
const EXPIRED_CODE_HOURS = 24;

/** No vowels, so that no words appear, and no look-alikes. Twelve characters are 57 bits, which cannot be guessed. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const LENGTH = 12;

/**
 * A new code, for example `BCDF-GHJK-LMNP`. Earlier ones stay valid, because anybody can ask for another one. The caller has
 * locked the account.
 * @returns undefined when the account has enough valid codes
 */
export async function newResetCode(db: Kysely<Database>, accountId: string): Promise<string | undefined> {
  const valid = await db
    .selectFrom('reset_codes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  if (valid.length >= MAX_VALID) return undefined;
  const signs = Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('');
  await db
    .insertInto('reset_codes')
    .values({
      id: randomUUID(),
      code_hash: hashOf(signs),
      account_id: accountId,
      expires_at: sql<Date>`now() + make_interval(mins => ${CODE_MINUTES})`,
      redeemed_at: null,
    })
    .execute();
  return signs.replace(/(.{4})(?=.)/g, '$1-');
}

/** Redeems a code, once, in any case and with any separators. Refuses with the two message codes of spec 8. */
export async function redeem(
  db: Kysely<Database>,
  typed: string,
): Promise<{ readonly account: string; readonly reset: string } | Refusal> {
  const hash = hashOf(typed.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const code = await db
    .updateTable('reset_codes')
    .set({ redeemed_at: sql<Date>`now()` })
    .where('code_hash', '=', hash)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'account_id'])
    .executeTakeFirst();
  if (code) return { account: code.account_id, reset: code.id };
  const late = await db
    .selectFrom('reset_codes')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['username', 'email'])
    .where('code_hash', '=', hash)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() - make_interval(hours => ${EXPIRED_CODE_HOURS})`)
    .executeTakeFirst();
  if (!late) return refuse('invalid forgot password code', { because: 'credentials', field: 'code' });
  const { username, email } = late;
  return refuse('forgot password code expired', {
    because: 'credentials',
    field: 'code',
    email,
    ...(username !== null && { username }),
  });
}

/** Whether the code of a reset token was redeemed, and no password has been set since, which deletes all codes. */
export async function isRedeemed(
  db: Kysely<Database>,
  { id, reset }: Pick<ResetCaller, 'id' | 'reset'>,
): Promise<boolean> {
  const redeemed = await db
    .selectFrom('reset_codes')
    .select('id')
    .where('id', '=', reset)
    .where('account_id', '=', id)
    .where('redeemed_at', 'is not', null)
    .executeTakeFirst();
  return redeemed !== undefined;
}
