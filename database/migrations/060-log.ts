import type { Migration } from './migration.ts';

/** The id of the log that belongs to this database. Empty until the first command process connects to its log. */
export const log: Migration = {
  name: '060-log',
  sql: `
create table log_in_use (
  only_row boolean primary key default true check (only_row),
  log_id text not null
);
`,
};
