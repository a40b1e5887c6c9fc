import type { Migration } from './migration.ts';

/** Which sources the catalogue was last filled from: a SHA-256 of all of them. */
export const library: Migration = {
  name: '030-library',
  sql: `
create table library_state (
  only_row boolean primary key default true check (only_row),
  sources text not null
);
`,
};
