import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { letter } from '../../mail/letter.ts';
import type { PostMail } from '../../mail/mail.ts';
import type { Account } from '../accounts/accounts.ts';
import { hashOf, newSecret } from '../secret.ts';

const linkHours = 24;

/**
 * Mails a new verification link; links sent before stay good, whichever mail is opened first.
 * @param publicUrl the address learners see, without a slash at its end
 */
export async function sendVerification(
  { db, postMail, publicUrl }: { db: Kysely<Database>; postMail: PostMail; publicUrl: string },
  account: Pick<Account, 'id' | 'username' | 'email'>,
): Promise<void> {
  const token = newSecret();
  await db
    .insertInto('verification_links')
    .values({
      token_hash: hashOf(token),
      account_id: account.id,
      expires_at: sql<Date>`now() + make_interval(hours => ${linkHours})`,
    })
    .execute();
  await postMail(
    letter({
      to: account.email,
      subject: 'Verify your e-mail address',
      greeting: `Welcome to Camino, ${account.username ?? 'reader'}.`,
      paragraphs: [
        'Please confirm that this address is yours. Then you can log in and open your first book.',
      ],
      action: { label: 'Verify my address', link: `${publicUrl}/email-verification/${token}` },
      closing: `The link is good for ${linkHours} hours. If you did not sign up, you need not do anything.`,
    }),
    { account: account.id },
  );
}

export type Opened =
  | { readonly outcome: 'verified' | 'expired'; readonly username: string | null; readonly email: string }
  | { readonly outcome: 'unknown' };

/** Opens a link. An account that is verified stays so: a second opening, even a late one, says verified again. */
export async function openVerification(db: Kysely<Database>, token: string): Promise<Opened> {
  const link = await db
    .selectFrom('verification_links')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['accounts.id', 'username', 'email', 'verified_at', sql<boolean>`expires_at > now()`.as('fresh')])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!link) return { outcome: 'unknown' };
  const { id, username, email, verified_at, fresh } = link;
  if (verified_at) return { outcome: 'verified', username, email };
  if (!fresh) return { outcome: 'expired', username, email };
  await db
    .updateTable('accounts')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute();
  return { outcome: 'verified', username, email };
}
