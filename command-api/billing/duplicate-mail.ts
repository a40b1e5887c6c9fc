import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import type { QueueMail } from '../mail/mail.ts';
import { renderMail } from '../mail/render-mail.ts';
import type { MailDuplicate } from './reconcile.ts';

/** The mail about a duplicate subscription that was cancelled and refunded. */
export function duplicateMail({
  db,
  queueMail,
  publicUrl,
}: {
  readonly db: Kysely<Database>;
  readonly queueMail: QueueMail;
  readonly publicUrl: string;
}): MailDuplicate {
  return async (learner, subscription) => {
    const account = await db
      .selectFrom('accounts')
      .select(['email', 'username'])
      .where('id', '=', learner)
      .executeTakeFirst();
    if (!account) return;
    await queueMail(
      renderMail({
        to: account.email,
        subject: 'You subscribed twice: the second payment is returned',
        greeting: account.username ? `Hello ${account.username},` : 'Hello,',
        paragraphs: [
          'Two payments for Camino arrived, probably from two open pages.',
          'Your first subscription goes on. The second one is cancelled, and its payment is on its way back to you.',
        ],
        action: { label: 'See your subscription', link: `${publicUrl}/profile#subscription` },
        closing: 'There is nothing you need to do.',
      }),
      { id: uuidOf(['double', subscription]), account: learner },
    );
  };
}
