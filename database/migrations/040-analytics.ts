import type { Migration } from './migration.ts';

/**
 * What makes learners opaque to analysts: their ids are hashed together with it. Kept, so that an analyst's notes of
 * yesterday are about the same learners today.
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
