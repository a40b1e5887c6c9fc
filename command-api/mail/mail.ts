import type { Kysely } from 'kysely';
import nodemailer from 'nodemailer';
import type { Database } from '../../database/tables.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Reply-To, when it is not the sender. */
  readonly replyTo?: string;
}

/** Queues a mail. It is delivered once, even after a restart or an outage of the mail server (but see decision 23). */
export type QueueMail = (
  mail: Mail,
  more?: {
    /** A transaction: the mail is queued when it commits. */
    readonly db?: Kysely<Database>;
    /** UUID; a second mail with the same id is ignored. */
    readonly id?: string;
    /** The account it concerns; the mail is deleted with it. */
    readonly account?: string;
  },
) => Promise<void>;

/**
 * Sends a mail: resolves when the mail server accepted it, rejects when it did not within about 10 seconds.
 * @param id makes the Message-ID, the same for every attempt
 */
export type SendMail = (mail: Mail, id: string) => Promise<void>;

/**
 * Mail over SMTP, one connection per mail, so that nothing has to be closed.
 * @param url `smtp://user:password@host:port`, or `smtps://…`
 * @param from the sender, for example `Camino <no-reply@camino.example>`
 */
export function mailer({ url, from }: { readonly url: string; readonly from: string }): SendMail {
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
  const transport = nodemailer.createTransport({ url, ...timeouts });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'camino.localhost';
  return async (mail, id) => {
    await transport.sendMail({ ...mail, from, messageId: `<${id}@${domain}>` });
  };
}
