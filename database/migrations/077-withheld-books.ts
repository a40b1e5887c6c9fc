import type { Migration } from './migration.ts';

/** Books that this deployment leaves out, and fragments that no book has any more: they stay in vocabularies. */
export const withheldBooks: Migration = {
  name: '077-withheld-books',
  sql: `
alter table books add column withheld boolean not null default false;
alter table fragments add column in_book boolean not null default true;
`,
};
