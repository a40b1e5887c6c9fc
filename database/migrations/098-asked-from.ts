import type { Migration } from './migration.ts';

/**
 * From which sentence of its chapter on a fragment is asked, so that what a learner can be asked follows from how far they
 * have read; null where it stands in words without a question. And ways from a fragment to the words that have it.
 */
export const askedFrom: Migration = {
  name: '098-asked-from',
  sql: `
alter table chapter_fragments add column asked_from integer check (asked_from >= 1);
update chapter_fragments as here set asked_from = found.asked_from
from (
  select sentence.book_id, sentence.chapter, fragment, min(sentence.position) as asked_from
  from word_instances word
  join sentences sentence on sentence.id = word.sentence_id and not sentence.retired
  join questions question on question.word_instance_id = word.id and not question.retired
  cross join lateral unnest(array[word.stem, word.ending1, word.ending2, word.ending3]) as fragment
  where not word.retired and word.skipped is null and fragment is not null
  group by sentence.book_id, sentence.chapter, fragment
) as found
where found.book_id = here.book_id and found.chapter = here.chapter and found.fragment = here.fragment_id;
create index chapter_fragments_by_fragment on chapter_fragments (fragment_id);
create index word_instances_by_stem on word_instances (stem);
create index word_instances_by_ending1 on word_instances (ending1) where ending1 is not null;
create index word_instances_by_ending2 on word_instances (ending2) where ending2 is not null;
create index word_instances_by_ending3 on word_instances (ending3) where ending3 is not null;
`,
};
