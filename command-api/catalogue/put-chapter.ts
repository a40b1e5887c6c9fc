import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { ChapterContent } from '../../domain/catalogue/catalogue.ts';
import { sentenceContents } from '../../domain/catalogue/version.ts';
import { lockCatalogue } from './lock.ts';
import { putSentences, renewChapterVersion } from './put-sentences.ts';

/**
 * Puts one chapter of a book that is in the catalogue, in one transaction: readers see the edition before or this one,
 * never a mixture. Does nothing when the library's version is unchanged. Ids are never reused: what this edition no longer
 * contains is retired, not deleted, because events refer to it. Sentences added by an admin stay; if the library has one in
 * the same place, they move to the end.
 * @returns whether anything was changed
 */
export async function putChapter(db: Kysely<Database>, content: ChapterContent): Promise<boolean> {
  const { bookId, number, contentVersion, title } = content.chapter;
  return await db.transaction().execute(async trx => {
    await lockCatalogue(trx);
    const known = await trx
      .selectFrom('chapters')
      .select('library_version')
      .where('book_id', '=', bookId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (known?.library_version === contentVersion) return false;
    const versions = { content_version: contentVersion, library_version: contentVersion };
    await trx
      .insertInto('chapters')
      .values({ book_id: bookId, number, title, introduction: null, ...versions })
      .onConflict(conflict => conflict.columns(['book_id', 'number']).doUpdateSet({ title, ...versions }))
      .execute();
    await refuseForeign(trx, content);
    await putSentences(trx, sentenceContents(content), 'library');
    await retireSentences(trx, content);
    if (await moveAdded(trx, content)) await renewChapterVersion(trx, bookId, number);
    await deriveFragments(trx, bookId, number);
    await markFragments(trx);
    return true;
  });
}

/** Refuses sentences whose id belongs to another chapter or book: a mistake in the library's ids. */
async function refuseForeign(trx: Kysely<Database>, { chapter, sentences }: ChapterContent): Promise<void> {
  const place = `${chapter.bookId} ${chapter.number}`;
  const stray = sentences.find(
    sentence => sentence.bookId !== chapter.bookId || sentence.chapter !== chapter.number,
  );
  if (stray)
    throw new Error(`sentence ${stray.id} says it is of ${stray.bookId} ${stray.chapter}, not ${place}`);
  const foreign = await trx
    .selectFrom('sentences')
    .select(['id', 'book_id'])
    .where('id', '=', sql<string>`any(${sentences.map(({ id }) => id)}::text[])`)
    .where('book_id', '<>', chapter.bookId)
    .executeTakeFirst();
  if (foreign)
    throw new Error(`sentence ${foreign.id} of ${place} has the id of a sentence of ${foreign.book_id}`);
}

async function retireSentences(trx: Kysely<Database>, { chapter, sentences }: ChapterContent): Promise<void> {
  await sql`
    update sentences set retired = true
    where book_id = ${chapter.bookId} and chapter = ${chapter.number} and not retired and origin = 'library'
      and id <> all(${sentences.map(({ id }) => id)}::text[])
  `.execute(trx);
  for (const table of ['word_instances', 'questions'])
    await sql`
      update ${sql.table(table)} as part set retired = true from sentences
      where sentences.id = sentence_id and book_id = ${chapter.bookId} and chapter = ${chapter.number}
        and sentences.retired and not part.retired
    `.execute(trx);
}

/**
 * Moves an admin's sentences whose place the library has taken to the end, in their order.
 * @returns whether an admin added any to this chapter
 */
async function moveAdded(trx: Kysely<Database>, { chapter }: ChapterContent): Promise<boolean> {
  await sql`
    with here as (
      select * from sentences where book_id = ${chapter.bookId} and chapter = ${chapter.number} and not retired
    ), moved as (
      select added.id, row_number() over (order by added.position) as further
      from here as added join here as other on other.position = added.position and other.id <> added.id
      where added.origin = 'admin'
    )
    update sentences set position = (select max(position) from here) + further
    from moved where moved.id = sentences.id
  `.execute(trx);
  const added = await trx
    .selectFrom('sentences')
    .select('id')
    .where('book_id', '=', chapter.bookId)
    .where('chapter', '=', chapter.number)
    .where('origin', '=', 'admin')
    .where('retired', '=', false)
    .limit(1)
    .executeTakeFirst();
  return added !== undefined;
}

/** Marks fragments by whether any word has them now. */
export async function markFragments(trx: Kysely<Database>): Promise<void> {
  await sql`
    with used as materialized (
      select distinct fragment from word_instances
      join sentences on sentences.id = sentence_id
      cross join lateral unnest(array[stem, ending1, ending2, ending3]) as fragment
      where not word_instances.retired and not sentences.retired and fragment is not null
    )
    update fragments set in_book = not in_book where in_book <> (id in (select fragment from used))
  `.execute(trx);
}

/** Rows of `chapter_fragments` as the words of some sentences give them. */
export function fragmentsOfWords(sentences: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select sentences.book_id, sentences.chapter, fragment,
      min(sentences.position) filter (where questions.id is not null) as asked_from
    from word_instances
    join sentences on sentences.id = word_instances.sentence_id
    left join questions on questions.word_instance_id = word_instances.id and not questions.retired
    cross join lateral unnest(array[stem, ending1, ending2, ending3]) as fragment
    where ${sentences} and not sentences.retired and not word_instances.retired
      and skipped is null and fragment is not null
    group by sentences.book_id, sentences.chapter, fragment
  `;
}

/** Derives the chapter's fragments, and from where each is asked, from its words. All must be of the book's language, because vocabularies are per language. */
export async function deriveFragments(trx: Kysely<Database>, bookId: string, number: number): Promise<void> {
  await sql`delete from chapter_fragments where book_id = ${bookId} and chapter = ${number}`.execute(trx);
  await sql`
    insert into chapter_fragments (book_id, chapter, fragment_id, asked_from)
    ${fragmentsOfWords(sql`book_id = ${bookId} and chapter = ${number}`)}
  `.execute(trx);
  const { rows } = await sql<{ id: string }>`
    select fragments.id from chapter_fragments
    join fragments on fragments.id = fragment_id
    join books on books.id = book_id
    where book_id = ${bookId} and chapter = ${number} and fragments.language_id <> books.language_id
    limit 1
  `.execute(trx);
  if (rows[0])
    throw new Error(`fragment ${rows[0].id} of ${bookId} ${number} is of another language than the book`);
}
