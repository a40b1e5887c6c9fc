import type { Migration } from './migration.ts';

/** How fast a learner forgets in a language, as far as it was worked out from their answers (decision 58). */
export const reviewParameters: Migration = {
  name: '101-review-parameters',
  sql: `
create table review_parameters (
  learner text not null references accounts on delete cascade,
  language text not null,
  parameters double precision[] check (cardinality(parameters) = 21),
  fitted_at timestamptz,
  fitted_from int,
  reviews_tried int not null default 0,
  held_out int,
  loss_before double precision,
  loss_after double precision,
  read_to int not null,
  primary key (learner, language),
  check (num_nonnulls(parameters, fitted_at, fitted_from) in (0, 3))
);
`,
};
