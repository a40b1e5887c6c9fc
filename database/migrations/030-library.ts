import type { Migration } from './migration.ts';

/** SHA-256 of the library sources that the catalogue was last filled from. */
export const library: Migration = {
  name: '030-library',
  sql: `
create table library_state (
  only_row boolean primary key default true check (only_row),
  sources text not null
);
`,
};
