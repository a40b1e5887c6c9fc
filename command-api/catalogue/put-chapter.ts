import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { ChapterContent } from '../../domain/catalogue/catalogue.ts';
import { lockCatalogue } from './lock.ts';

/**
 * Puts one chapter of a book that is in the catalogue, in one transaction: readers see the edition before or this one,
 * never a mixture. Does nothing when the content version is unchanged. Ids are never reused: what this edition no longer
 * contains is retired, not deleted, because events refer to it.
 * @returns whether anything was changed
 */
export async function putChapter(db: Kysely<Database>, content: ChapterContent): Promise<boolean> {
  const { bookId, number, contentVersion, title } = content.chapter;
  return await db.transaction().execute(async trx => {
    await lockCatalogue(trx);
    const known = await trx
      .selectFrom('chapters')
      .select('content_version')
      .where('book_id', '=', bookId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (known?.content_version === contentVersion) return false;
    await trx
      .insertInto('chapters')
      .values({ book_id: bookId, number, title, introduction: null, content_version: contentVersion })
      .onConflict(conflict =>
        conflict.columns(['book_id', 'number']).doUpdateSet({ title, content_version: contentVersion }),
      )
      .execute();
    await refuseForeign(trx, content);
    await putSentences(trx, content);
    await putWordInstances(trx, content);
    await putQuestions(trx, content);
    await putPhrases(trx, content);
    await putSummaries(trx, content);
    await deriveFragments(trx, content);
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

async function putSentences(trx: Kysely<Database>, { chapter, sentences }: ChapterContent): Promise<void> {
  await sql`
    insert into sentences (
      id, book_id, chapter, position, part, section, chapter_title, text, translation, new_paragraph
    )
    select id, "bookId", chapter, position, part, section, "chapterTitle", text, translation, "newParagraph"
    from jsonb_to_recordset(${JSON.stringify(sentences)}::jsonb) as given(
      id text, "bookId" text, chapter integer, position integer, part integer, section integer,
      "chapterTitle" text, text text, translation text, "newParagraph" boolean
    )
    on conflict (id) do update set
      chapter = excluded.chapter, position = excluded.position, part = excluded.part, section = excluded.section,
      chapter_title = excluded.chapter_title, text = excluded.text, translation = excluded.translation,
      new_paragraph = excluded.new_paragraph, retired = false
  `.execute(trx);
  await sql`
    update sentences set retired = true
    where book_id = ${chapter.bookId} and chapter = ${chapter.number} and not retired
      and id <> all(${sentences.map(({ id }) => id)}::text[])
  `.execute(trx);
}

async function putWordInstances(
  trx: Kysely<Database>,
  { chapter, wordInstances }: ChapterContent,
): Promise<void> {
  await sql`
    insert into word_instances (
      id, sentence_id, position, text, leading_punctuation, trailing_punctuation, translation, modern_equivalent,
      stem, ending1, ending2, ending3, skipped
    )
    select id, "sentenceId", position, text, "leadingPunctuation", "trailingPunctuation", translation,
      "modernEquivalent", fragments[1], fragments[2], fragments[3], fragments[4], skipped
    from jsonb_to_recordset(${JSON.stringify(wordInstances)}::jsonb) as given(
      id text, "sentenceId" text, position integer, text text, "leadingPunctuation" text,
      "trailingPunctuation" text, translation text, "modernEquivalent" text, fragments text[], skipped text
    )
    on conflict (id) do update set
      sentence_id = excluded.sentence_id, position = excluded.position, text = excluded.text,
      leading_punctuation = excluded.leading_punctuation, trailing_punctuation = excluded.trailing_punctuation,
      translation = excluded.translation, modern_equivalent = excluded.modern_equivalent, stem = excluded.stem,
      ending1 = excluded.ending1, ending2 = excluded.ending2, ending3 = excluded.ending3,
      skipped = excluded.skipped, retired = false
  `.execute(trx);
  await sql`
    update word_instances set retired = true from sentences
    where sentences.id = sentence_id and book_id = ${chapter.bookId} and chapter = ${chapter.number}
      and not word_instances.retired and word_instances.id <> all(${wordInstances.map(({ id }) => id)}::text[])
  `.execute(trx);
}

async function putQuestions(trx: Kysely<Database>, { chapter, questions }: ChapterContent): Promise<void> {
  await sql`
    insert into questions (id, kind, sentence_id, word_instance_id, clause, options)
    select id, kind, "sentenceId", "wordInstanceId", clause, options
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as given(
      id text, kind text, "sentenceId" text, "wordInstanceId" text, clause integer, options jsonb
    )
    on conflict (id) do update set
      kind = excluded.kind, sentence_id = excluded.sentence_id, word_instance_id = excluded.word_instance_id,
      clause = excluded.clause, options = excluded.options, retired = false
  `.execute(trx);
  await sql`
    update questions set retired = true from sentences
    where sentences.id = sentence_id and book_id = ${chapter.bookId} and chapter = ${chapter.number}
      and not questions.retired and questions.id <> all(${questions.map(({ id }) => id)}::text[])
  `.execute(trx);
}

async function putPhrases(trx: Kysely<Database>, { chapter, phrases }: ChapterContent): Promise<void> {
  const rows = phrases.flatMap(({ sentenceId, phrases: explained }) =>
    explained.map(({ phrase, explanation }, index) => ({
      sentenceId,
      position: index + 1,
      phrase,
      explanation,
    })),
  );
  await sql`
    delete from phrase_explanations using sentences
    where sentences.id = sentence_id and book_id = ${chapter.bookId} and chapter = ${chapter.number}
  `.execute(trx);
  await sql`
    insert into phrase_explanations (sentence_id, position, phrase, explanation)
    select "sentenceId", position, phrase, explanation
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      "sentenceId" text, position integer, phrase text, explanation text
    )
  `.execute(trx);
}

async function putSummaries(trx: Kysely<Database>, { chapter, summaries }: ChapterContent): Promise<void> {
  await sql`
    delete from progress_summaries using sentences
    where sentences.id = sentence_id and book_id = ${chapter.bookId} and chapter = ${chapter.number}
  `.execute(trx);
  await sql`
    insert into progress_summaries (sentence_id, summary)
    select "sentenceId", summary
    from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as given("sentenceId" text, summary text)
  `.execute(trx);
}

/** Derives the chapter's fragments from its words. All must be of the book's language, because vocabularies are per language. */
async function deriveFragments(trx: Kysely<Database>, { chapter }: ChapterContent): Promise<void> {
  const { bookId, number } = chapter;
  await sql`delete from chapter_fragments where book_id = ${bookId} and chapter = ${number}`.execute(trx);
  await sql`
    insert into chapter_fragments (book_id, chapter, fragment_id)
    select distinct book_id, chapter, fragment
    from word_instances
    join sentences on sentences.id = sentence_id
    cross join lateral unnest(array[stem, ending1, ending2, ending3]) as fragment
    where book_id = ${bookId} and chapter = ${number} and not sentences.retired and not word_instances.retired
      and skipped is null and fragment is not null
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
