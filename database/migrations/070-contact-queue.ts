import type { Migration } from './migration.ts';

/** The mail queue knows what was mailed. */
export const contactQueue: Migration = {
  name: '070-contact-queue',
  sql: 'alter table contact_messages drop column mailed_at',
};
