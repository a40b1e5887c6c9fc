import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';

/** Where a sentence stands or stood. */
export interface Place {
  readonly bookId: string;
  readonly chapter: number;
}

/** Fragments of a sentence's words, also of those that are never asked. */
export async function fragmentsOf(trx: Kysely<Database>, sentenceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ fragment: string }>`
    select distinct fragment from word_instances
    cross join lateral unnest(array[stem, ending1, ending2, ending3]) as fragment
    where sentence_id = ${sentenceId} and not retired and fragment is not null
  `.execute(trx);
  return rows.map(({ fragment }) => fragment);
}

/**
 * Keeps `chapter_fragments` and `fragments.in_book` after one sentence was put, and reads no other sentence unless a
 * correction dropped a fragment: only then it looks whether another word has it. A whole edition derives both anew.
 */
export async function deriveOfSentence(
  trx: Kysely<Database>,
  sentenceId: string,
  place: Place,
  before: { readonly place: Place; readonly fragments: readonly string[] } | undefined,
): Promise<void> {
  await sql`
    insert into chapter_fragments (book_id, chapter, fragment_id)
    select distinct ${place.bookId}, ${place.chapter}::integer, fragment
    from word_instances cross join lateral unnest(array[stem, ending1, ending2, ending3]) as fragment
    where sentence_id = ${sentenceId} and not retired and skipped is null and fragment is not null
    on conflict do nothing
  `.execute(trx);
  const now = await fragmentsOf(trx, sentenceId);
  await sql`update fragments set in_book = true where id = any(${now}::text[]) and not in_book`.execute(trx);
  if (before) await drop(trx, before.place, before.fragments, now);
}

/** Fragments that the sentence had: those that no other word of its chapter has leave the chapter, and so on for the books. */
async function drop(
  trx: Kysely<Database>,
  { bookId, chapter }: Place,
  had: readonly string[],
  now: readonly string[],
): Promise<void> {
  await sql`
    delete from chapter_fragments where book_id = ${bookId} and chapter = ${chapter} and fragment_id = any(${had}::text[])
      and not exists (
        select from sentences join word_instances on sentence_id = sentences.id
        where book_id = ${bookId} and chapter = ${chapter} and not sentences.retired
          and not word_instances.retired and skipped is null and fragment_id in (stem, ending1, ending2, ending3)
      )
  `.execute(trx);
  await sql`
    update fragments set in_book = false
    where id = any(${had}::text[]) and id <> all(${now}::text[]) and in_book
      and not exists (select from chapter_fragments where fragment_id = fragments.id)
      and not exists (
        select from sentences join word_instances on sentence_id = sentences.id
        where not sentences.retired and not word_instances.retired
          and fragments.id in (stem, ending1, ending2, ending3)
      )
  `.execute(trx);
}
