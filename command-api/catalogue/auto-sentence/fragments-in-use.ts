import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { fragmentsOfWords } from '../put-chapter.ts';

/** A sentence's place, before or after the change. */
export interface Place {
  readonly bookId: string;
  readonly chapter: number;
}

/** Fragments of a sentence's words, including words that are never asked. */
export async function fragmentsOf(trx: Kysely<Database>, sentenceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ fragment: string }>`
    select distinct fragment from word_instances
    cross join lateral unnest(array[stem, ending1, ending2, ending3]) as fragment
    where sentence_id = ${sentenceId} and not retired and fragment is not null
  `.execute(trx);
  return rows.map(({ fragment }) => fragment);
}

/**
 * Updates `chapter_fragments` and `fragments.in_book` after one sentence was put. Other sentences are read only after a
 * correction, to find other words with its fragments. A whole edition derives both tables again.
 */
export async function deriveOfSentence(
  trx: Kysely<Database>,
  sentenceId: string,
  place: Place,
  before: { readonly place: Place; readonly fragments: readonly string[] } | undefined,
): Promise<void> {
  await sql`
    insert into chapter_fragments as known (book_id, chapter, fragment_id, asked_from)
    ${fragmentsOfWords(sql`sentences.id = ${sentenceId}`)}
    on conflict (book_id, chapter, fragment_id) do update
      set asked_from = least(known.asked_from, excluded.asked_from)
  `.execute(trx);
  const now = await fragmentsOf(trx, sentenceId);
  await sql`update fragments set in_book = true where id = any(${now}::text[]) and not in_book`.execute(trx);
  if (!before) return;
  await drop(trx, before.place, before.fragments, now);
  const either = [...new Set([...before.fragments, ...now])];
  for (const chapter of new Set([before.place.chapter, place.chapter]))
    await deriveAskedFrom(trx, { bookId: place.bookId, chapter }, either);
}

/** Updates where fragments are asked first, after a correction that may have removed the first question. */
async function deriveAskedFrom(
  trx: Kysely<Database>,
  { bookId, chapter }: Place,
  fragments: readonly string[],
): Promise<void> {
  await sql`
    update chapter_fragments as known set asked_from = found.asked_from
    from (${fragmentsOfWords(sql`book_id = ${bookId} and chapter = ${chapter}`)}) as found
    where known.book_id = found.book_id and known.chapter = found.chapter and known.fragment_id = found.fragment
      and known.fragment_id = any(${fragments}::text[])
  `.execute(trx);
}

/** Removes the sentence's old fragments from its chapter if no other word there has them, and likewise from the books. */
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
