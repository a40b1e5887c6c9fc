import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ContactMessagesTable } from '../../database/catalogue.ts';
import type { Database } from '../../database/tables.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { CommandIdReused } from '../../event-store/aggregate/aggregate.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import { contactUs, reportIssue } from '../../facade/contact.ts';
import type { HandlerRequest, Serve } from '../../facade/express/api.ts';
import type { Mail, QueueMail } from '../mail/mail.ts';
import { addressOf, overLimit, type RateLimits } from '../rate-limits.ts';

export interface ContactDependencies {
  readonly db: Kysely<Database>;
  /** The team's address (`CONTACT_ADDRESS`). */
  readonly contactAddress: string;
  readonly queueMail: QueueMail;
  readonly pool: pg.Pool;
  readonly limits: RateLimits;
}

type Message = Pick<
  ContactMessagesTable,
  'id' | 'kind' | 'account_id' | 'name' | 'email' | 'subject' | 'message'
>;

/** The contact and the report form (spec 5, 7). */
export function serveContact(serve: Serve, dependencies: ContactDependencies): void {
  serve(contactUs, async ({ body, caller, commandId, http }) => {
    const wait = await limitAttempts(dependencies, commandId, http);
    if (wait) return wait;
    await storeAndPost(dependencies, {
      ...body,
      id: commandId,
      kind: 'contact',
      account_id: caller?.id ?? null,
    });
    return { message: 'Message sent. Thank you for writing to us.', error: false };
  });

  serve(reportIssue, async ({ body, caller, commandId, http }) => {
    const wait = await limitAttempts(dependencies, commandId, http);
    if (wait) return wait;
    await storeAndPost(dependencies, {
      ...body,
      id: commandId,
      kind: 'issue',
      account_id: caller?.id ?? null,
    });
    return { message: 'Report sent. Thank you for helping us to improve.', error: false };
  });
}

/** Rate limit per address. A message that is sent again under its command id does not count. */
async function limitAttempts(
  dependencies: ContactDependencies,
  commandId: string,
  { request, response }: HandlerRequest<typeof contactUs>['http'],
): Promise<Refusal | undefined> {
  const stored = await dependencies.db
    .selectFrom('contact_messages')
    .select('id')
    .where('id', '=', commandId)
    .executeTakeFirst();
  if (stored) return undefined;
  return overLimit(dependencies, response, { of: 'contactFromAddress', by: [addressOf(request)] });
}

/**
 * Stores a message and queues its mail in one transaction. Idempotent, also under concurrent calls.
 * @throws CommandIdReused when the command id was another message
 */
async function storeAndPost(
  { db, contactAddress, queueMail }: ContactDependencies,
  message: Message,
): Promise<void> {
  await db.transaction().execute(async trx => {
    const stored = await trx
      .insertInto('contact_messages')
      .values(({ selectFrom }) => ({
        ...message,
        // Null when the account was deleted while its access token was still valid.
        account_id: selectFrom('accounts').select('id').where('id', '=', message.account_id),
      }))
      .onConflict(conflict => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!stored) return refuseAnother(trx, message);
    const { id, account_id } = stored;
    await queueMail(mailOf(stored, contactAddress), {
      db: trx,
      // Derived, so that a client cannot choose the id of a mail.
      id: uuidOf(['contact', id]),
      ...(account_id !== null && { account: account_id }),
    });
  });
}

async function refuseAnother(
  db: Kysely<Database>,
  { id, kind, name, email, subject, message }: Message,
): Promise<void> {
  const same = await db
    .selectFrom('contact_messages')
    .select('id')
    .where(({ and }) => and({ id, kind, name, email, subject, message }))
    .executeTakeFirst();
  if (!same) throw new CommandIdReused(`command ${id} was another request`);
}

/** A mail to the team; replies go to the writer. */
function mailOf({ kind, name, email, subject, message, account_id }: Message, to: string): Mail {
  const heading = kind === 'contact' ? 'Contact' : 'Issue';
  return {
    to,
    replyTo: email,
    // Line breaks are not allowed in a mail header, and a name with one could sign with another account.
    subject: `[${heading}] ${inOneLine(subject)}`,
    text: `${message}\n\n${inOneLine(name)} <${email}>${account_id ? `\nAccount ${account_id}` : ''}\n`,
  };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
