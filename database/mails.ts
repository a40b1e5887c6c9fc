import type { Generated } from 'kysely';

/** Queued mails. Address and text are deleted after sending; the row stays, so that the mail is not sent again. */
export interface MailsTable {
  /** UUID; a second mail with the same id is ignored. */
  id: string;
  /** The account it concerns, if any. */
  account_id: string | null;
  to_address: string | null;
  reply_to: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
  created_at: Generated<Date>;
  /** When the mail server accepted it. */
  sent_at: Date | null;
  /** When the mail server refused it permanently. */
  refused_at: Date | null;
}

export interface MailTables {
  mails: MailsTable;
}
