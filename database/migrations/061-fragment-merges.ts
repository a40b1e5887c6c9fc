import type { Migration } from './migration.ts';

/**
 * Fragments that an edition of the library made one with another. The job that tells every vocabulary of it goes from
 * account to account; where it has come to is written down, so that another process can go on there.
 */
export const fragmentMerges: Migration = {
  name: '061-fragment-merges',
  sql: `
create table fragment_merges (
  fragment text primary key references fragments,
  survivor text not null references fragments check (survivor <> fragment),
  followed_to text not null default '',
  done boolean not null default false
);
create index fragment_merges_pending on fragment_merges (fragment) where not done;
`,
};
