import type { Migration } from './migration.ts';

/**
 * The salt for the pseudonyms of learners in `analytics`. Stored, so that pseudonyms stay the same.
 */
export const analytics: Migration = {
  name: '040-analytics',
  sql: `
create table analytics_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null check (octet_length(salt) >= 32)
);
insert into analytics_salt (salt) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
`,
};
