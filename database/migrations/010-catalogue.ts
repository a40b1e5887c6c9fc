import type { Migration } from './migration.ts';

/**
 * Positions are unique among rows that are not retired. The constraints are deferred to the commit, so that an edition can
 * reorder a chapter with statements in any order.
 */
export const catalogue: Migration = {
  name: '010-catalogue',
  sql: `
create table languages (
  id text primary key,
  name text not null unique check (name <> ''),
  iso_code text
);

create table courses (
  id text primary key,
  title text not null unique check (title <> ''),
  description text not null,
  native_language_id text not null references languages,
  target_language_id text not null references languages,
  check (native_language_id <> target_language_id)
);

create table books (
  id text primary key,
  title text not null unique check (title <> ''),
  author text not null,
  published text,
  language_id text not null references languages,
  reading_level text,
  chapter_count integer not null check (chapter_count between 0 and 999)
);

create table chapters (
  book_id text not null references books,
  number integer not null check (number between 1 and 999),
  title text not null,
  introduction text,
  content_version text check (content_version <> ''),
  available boolean not null generated always as (content_version is not null) stored,
  primary key (book_id, number)
);

create table sentences (
  id text primary key,
  book_id text not null,
  chapter integer not null,
  position integer not null check (position >= 1),
  part integer not null check (part >= 0),
  section integer not null check (section >= 0),
  chapter_title text not null,
  text text not null check (text <> ''),
  translation text not null,
  new_paragraph boolean not null,
  retired boolean not null default false,
  foreign key (book_id, chapter) references chapters (book_id, number),
  constraint sentences_place exclude using btree (book_id with =, chapter with =, position with =)
    where (not retired) deferrable initially deferred
);

create table fragments (
  id text primary key,
  language_id text not null references languages,
  kind text not null check (kind in ('stem', 'ending')),
  text text not null,
  pos text check (kind = 'stem' or pos is null),
  gloss text not null,
  lemma text,
  note text
);

create table word_instances (
  id text primary key,
  sentence_id text not null references sentences,
  position integer not null check (position >= 1),
  text text not null check (text <> ''),
  leading_punctuation text not null,
  trailing_punctuation text not null,
  translation text not null,
  modern_equivalent text,
  stem text not null references fragments,
  ending1 text references fragments,
  ending2 text references fragments check (ending2 is null or ending1 is not null),
  ending3 text references fragments check (ending3 is null or ending2 is not null),
  skipped text check (skipped in ('proper noun', 'roman numeral', 'latin')),
  retired boolean not null default false,
  constraint word_instances_place exclude using btree (sentence_id with =, position with =)
    where (not retired) deferrable initially deferred
);

create table questions (
  id text primary key,
  kind text not null check (kind in ('word', 'clause', 'sentence')),
  sentence_id text not null references sentences,
  word_instance_id text references word_instances check ((kind = 'word') = (word_instance_id is not null)),
  clause integer check (clause >= 0) check ((kind = 'clause') = (clause is not null)),
  options jsonb not null
    check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) between 1 and 10),
  retired boolean not null default false,
  constraint questions_word exclude using btree (word_instance_id with =)
    where (not retired) deferrable initially deferred,
  constraint questions_clause exclude using btree (sentence_id with =, clause with =)
    where (not retired) deferrable initially deferred,
  constraint questions_sentence exclude using btree (sentence_id with =)
    where (kind = 'sentence' and not retired) deferrable initially deferred
);
create index questions_by_sentence on questions (sentence_id);

create table phrase_explanations (
  sentence_id text not null references sentences,
  position integer not null check (position >= 1),
  phrase text not null check (phrase <> ''),
  explanation text not null,
  primary key (sentence_id, position)
);

create table progress_summaries (
  sentence_id text primary key references sentences,
  summary text not null
);

create table chapter_fragments (
  book_id text not null,
  chapter integer not null,
  fragment_id text not null references fragments,
  primary key (book_id, chapter, fragment_id),
  foreign key (book_id, chapter) references chapters (book_id, number)
);
`,
};
