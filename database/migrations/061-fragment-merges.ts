import type { Migration } from './migration.ts';

/**
 * Fragments that an edition of the library merged. The job that applies a merge to all vocabularies goes from account to
 * account and stores its checkpoint here, so that another process can resume.
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
