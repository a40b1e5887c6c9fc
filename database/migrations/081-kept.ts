import type { Migration } from './migration.ts';

/**
 * Words and clauses that learners keep, with notes of their own: a fragment, or a clause with the text it had when it was
 * kept, because an edition may change it.
 */
export const kept: Migration = {
  name: '081-kept',
  sql: `
create table kept (
  id uuid primary key default gen_random_uuid(),
  learner text not null references accounts on delete cascade,
  fragment_id text,
  sentence_id text,
  clause integer,
  text text,
  note text not null check (char_length(note) <= 1000),
  kept_at timestamptz not null default now(),
  check (num_nonnulls(fragment_id, sentence_id) = 1),
  check (num_nonnulls(sentence_id, clause, text) in (0, 3)),
  unique (learner, fragment_id),
  unique (learner, sentence_id, clause)
);
`,
};
