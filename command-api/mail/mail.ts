import nodemailer from 'nodemailer';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string;
}

/** Resolves when the mail server has taken the mail; rejects when it did not within about 10 seconds. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * Mail over SMTP, one connection per mail, so that nothing has to be closed.
 * @param url `smtp://user:password@host:port`, or `smtps://…`
 * @param from the sender, for example `Camino <no-reply@camino.example>`
 */
export function mailer({ url, from }: { readonly url: string; readonly from: string }): SendMail {
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
  const transport = nodemailer.createTransport({ url, ...timeouts });
  return async mail => {
    await transport.sendMail({ ...mail, from });
  };
}
