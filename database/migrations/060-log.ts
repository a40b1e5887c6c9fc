import type { Migration } from './migration.ts';

/** Which log the accounts of this database write to. Empty until the first command process has asked its log. */
export const log: Migration = {
  name: '060-log',
  sql: `
create table log_in_use (
  only_row boolean primary key default true check (only_row),
  log_id text not null
);
`,
};
