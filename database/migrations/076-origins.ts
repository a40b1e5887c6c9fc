import type { Migration } from './migration.ts';

/**
 * What the built-in library put and what an admin added are told apart: a load of the library changes and retires its
 * own alone. `version` is a sentence's hash, `library_version` the chapter's as the library has it; where nobody added a
 * sentence, it is the content version. All that is there so far came with the library, or is a book without sentences.
 */
export const origins: Migration = {
  name: '076-origins',
  sql: `
alter table books add column origin text not null default 'admin' check (origin in ('library', 'admin'));
update books set origin = 'library' where id in (select book_id from sentences);
alter table sentences add column origin text not null default 'library' check (origin in ('library', 'admin'));
alter table sentences alter column origin drop default;
alter table sentences add column version text;
alter table chapters add column library_version text;
`,
};
