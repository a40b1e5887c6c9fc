import type { Migration } from './migration.ts';

/**
 * A deletion of an account finds messages and mails by its address as well. A mail that was sent has none, so most rows are
 * not in the partial indexes.
 */
export const addressIndexes: Migration = {
  name: '110-address-indexes',
  sql: `
create index contact_messages_email on contact_messages (email);
create index mails_to_address on mails (to_address) where to_address is not null;
create index mails_reply_to on mails (reply_to) where reply_to is not null;
`,
};
