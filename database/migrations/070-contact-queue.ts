import type { Migration } from './migration.ts';

/** Drops the contact messages' own mail state: the mail queue has it. */
export const contactQueue: Migration = {
  name: '070-contact-queue',
  sql: 'alter table contact_messages drop column mailed_at',
};
