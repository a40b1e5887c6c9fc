import type { Migration } from './migration.ts';

/** How much a learner wants to be asked (decision 52). The defaults are the specification's behaviour. */
export const pace: Migration = {
  name: '093-pace',
  sql: `
alter table accounts
  add column fragments_asked text not null default 'every time'
    check (fragments_asked in ('every time', 'three times', 'once')),
  add column asks_whole_sentence boolean not null default false,
  add column new_fragments_per_day int check (new_fragments_per_day between 5 and 1000);
`,
};
