import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ContactMessagesTable } from '../../database/catalogue.ts';
import type { Database } from '../../database/tables.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import { contactUs, reportIssue } from '../../facade/contact.ts';
import type { HandlerRequest, Serve } from '../../facade/express/api.ts';
import type { Mail, PostMail } from '../mail/mail.ts';
import { addressOf, overLimit, type RateLimits } from '../rate-limits.ts';

export interface ContactDependencies {
  readonly db: Kysely<Database>;
  /** The team's address (`CONTACT_ADDRESS`). */
  readonly contactAddress: string;
  readonly postMail: PostMail;
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
    const wait = await limited(dependencies, commandId, http);
    if (wait) return wait;
    await take(dependencies, { ...body, id: commandId, kind: 'contact', account_id: caller?.id ?? null });
    return { message: 'Message sent. Thank you for writing to us.', error: false };
  });

  serve(reportIssue, async ({ body, caller, commandId, http }) => {
    const wait = await limited(dependencies, commandId, http);
    if (wait) return wait;
    await take(dependencies, { ...body, id: commandId, kind: 'issue', account_id: caller?.id ?? null });
    return { message: 'Report sent. Thank you for helping us to improve.', error: false };
  });
}

/** Anybody may write, so nobody may write without end. A message that was taken is no further one when its reply was lost. */
async function limited(
  dependencies: ContactDependencies,
  commandId: string,
  { request, response }: HandlerRequest<typeof contactUs>['http'],
): Promise<Refusal | undefined> {
  const taken = await dependencies.db
    .selectFrom('contact_messages')
    .select('id')
    .where('id', '=', commandId)
    .executeTakeFirst();
  if (taken) return undefined;
  return overLimit(dependencies, response, { of: 'contactFromAddress', by: [addressOf(request)] });
}

/** Stores a message and posts its mail in one transaction: both happen once, however often and at once it is sent. */
async function take({ db, contactAddress, postMail }: ContactDependencies, message: Message): Promise<void> {
  await db.transaction().execute(async trx => {
    const stored = await trx
      .insertInto('contact_messages')
      .values(({ selectFrom }) => ({
        ...message,
        // Of an account that was deleted while its token still lived, the message stays, as anybody's.
        account_id: selectFrom('accounts').select('id').where('id', '=', message.account_id),
      }))
      .onConflict(conflict => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!stored) return;
    const { id, account_id } = stored;
    await postMail(mailOf(stored, contactAddress), {
      db: trx,
      // A mail's id is never one that a client chose.
      id: uuidOf(['contact', id]),
      ...(account_id !== null && { account: account_id }),
    });
  });
}

/** A message to the team's mailbox; an answer to it goes to the writer. */
function mailOf({ kind, name, email, subject, message, account_id }: Message, to: string): Mail {
  const heading = kind === 'contact' ? 'Contact' : 'Issue';
  return {
    to,
    replyTo: email,
    // A subject is one line of a mail's head, whatever was typed.
    subject: `[${heading}] ${subject.replace(/\s+/g, ' ')}`,
    text: `${message}\n\n${name} <${email}>${account_id ? `\nAccount ${account_id}` : ''}\n`,
  };
}
