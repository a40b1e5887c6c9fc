import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ContactMessagesTable } from '../../database/catalogue.ts';
import type { Database } from '../../database/tables.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { contactUs, reportIssue } from '../../facade/contact.ts';
import type { HandlerRequest, Serve } from '../../facade/express/api.ts';
import { addressOf, overLimit, type RateLimits } from '../rate-limits.ts';

/** A message to the team's mailbox; an answer to it goes to `replyTo`. */
export interface ContactMail {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
}

export interface ContactDependencies {
  readonly db: Kysely<Database>;
  /** The team's address (`CONTACT_ADDRESS`). */
  readonly contactAddress: string;
  readonly sendMail: (mail: ContactMail) => Promise<void>;
  /** Takes a line for the operator when the mailbox did not take a message. */
  readonly log: (line: string) => void;
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

/**
 * Stores a message, then mails it. Once stored it is sent as far as its writer is concerned: a mailbox that is away is
 * the operator's to see (`mailed_at` stays empty), and sending the same command again tries the mail again.
 */
async function take(
  { db, contactAddress, sendMail, log }: ContactDependencies,
  message: Message,
): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values(({ selectFrom }) => ({
      ...message,
      // Of an account that was deleted while its token still lived, the message stays, as anybody's.
      account_id: selectFrom('accounts').select('id').where('id', '=', message.account_id),
      mailed_at: null,
    }))
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute();
  const stored = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  if (stored.mailed_at) return;
  try {
    await sendMail(mailOf(stored, contactAddress));
  } catch (error) {
    log(
      `contact message ${stored.id} is stored but was not mailed: ${error instanceof Error ? error.message : error}`,
    );
    return;
  }
  await db
    .updateTable('contact_messages')
    .set({ mailed_at: new Date() })
    .where('id', '=', stored.id)
    .execute();
}

function mailOf({ kind, name, email, subject, message, account_id }: Message, to: string): ContactMail {
  const heading = kind === 'contact' ? 'Contact' : 'Issue';
  return {
    to,
    replyTo: email,
    // A subject is one line of a mail's head, whatever was typed.
    subject: `[${heading}] ${subject.replace(/\s+/g, ' ')}`,
    text: `${message}\n\n${name} <${email}>${account_id ? `\nAccount ${account_id}` : ''}\n`,
  };
}
