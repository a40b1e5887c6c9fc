import type { Kysely } from 'kysely';
import nodemailer from 'nodemailer';
import type { Database } from '../../database/tables.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string;
}

/** Takes a mail into the queue: it goes out soon, once, also when the mail server or this process is away meanwhile. */
export type PostMail = (
  mail: Mail,
  more?: {
    /** A transaction: the mail goes out if it commits. */
    readonly db?: Kysely<Database>;
    /** UUID; a mail posted under the same one is the same mail. */
    readonly id?: string;
    /** The account it is about; forgotten with it. */
    readonly account?: string;
  },
) => Promise<void>;

/**
 * Hands a mail to the mail server: resolves when that has taken it, rejects when it did not within about 10 seconds.
 * @param id makes the Message-ID, which stays the same at another attempt
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
