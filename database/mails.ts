import type { Generated } from 'kysely';

/** Mail on its way. What it says and to whom is blanked once it was sent; the rest stays, so that it is not sent again. */
export interface MailsTable {
  /** UUID; the same mail posted again is no second one. */
  id: string;
  /** Whom it is about, when that is an account. */
  account_id: string | null;
  to_address: string | null;
  reply_to: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
  created_at: Generated<Date>;
  /** The mail server took it. */
  sent_at: Date | null;
  /** The mail server will never take it. */
  refused_at: Date | null;
}

export interface MailTables {
  mails: MailsTable;
}
