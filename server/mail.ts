import { join } from 'node:path';
import { mailer } from '../command-api/mail/mail.ts';
import { type MailQueue, mailQueue } from '../command-api/mail/queue.ts';
import { type Configuration, defaultAddresses } from './configuration.ts';
import { type Mailbox, openMailbox } from './sandbox/mailbox/mailbox.ts';
import type { Stores } from './stores.ts';

/** The mailbox of development; undefined in production and where mail goes to a configured server. */
export async function developmentMailbox(
  { smtpUrl, production, dataDirectory }: Configuration,
  report: (line: string) => void,
): Promise<Mailbox | undefined> {
  return smtpUrl === undefined && !production ? openMailbox(mailDirectory(dataDirectory), report) : undefined;
}

/** The mail queue, which sends to the configured mail server or to the mailbox of development. */
export function openMailQueue(
  { smtpUrl, mailFrom, publicUrl }: Configuration,
  { databaseUrl, connection }: Stores,
  mailbox: Mailbox | undefined,
  report: (line: string) => void,
): Promise<MailQueue> {
  const url = smtpUrl ?? mailbox?.smtpUrl ?? '';
  // The port makes no difference to the sender's address.
  const from = mailFrom ?? defaultAddresses(publicUrl ?? 'http://localhost').mailFrom;
  return mailQueue({ databaseUrl, db: connection.db, send: mailer({ url, from }), report });
}

/** Where mail of development is stored. */
export function mailDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'mail');
}
