import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { chapterVersion, type SentenceContent, sentenceVersion } from '../../domain/catalogue/version.ts';

/** Hash of a sentence's or chapter's content. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * Replaces sentences: words and questions that are no longer in them are retired, phrases and summaries are deleted. Places
 * are checked at the commit.
 */
export async function putSentences(
  trx: Kysely<Database>,
  contents: readonly SentenceContent[],
  origin: 'library' | 'admin',
): Promise<void> {
  const rows = contents.map(content => ({
    ...content.sentence,
    version: sentenceVersion(content, contentHash),
  }));
  await sql`
    insert into sentences (
      id, book_id, chapter, position, part, section, chapter_title, text, translation, new_paragraph, origin, version
    )
    select id, "bookId", chapter, position, part, section, "chapterTitle", text, translation, "newParagraph",
      ${origin}, version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      id text, "bookId" text, chapter integer, position integer, part integer, section integer,
      "chapterTitle" text, text text, translation text, "newParagraph" boolean, version text
    )
    on conflict (id) do update set
      chapter = excluded.chapter, position = excluded.position, part = excluded.part, section = excluded.section,
      chapter_title = excluded.chapter_title, text = excluded.text, translation = excluded.translation,
      new_paragraph = excluded.new_paragraph, origin = excluded.origin, version = excluded.version, retired = false
  `.execute(trx);
  const sentences = contents.map(({ sentence }) => sentence.id);
  await putWordInstances(trx, sentences, contents);
  await putQuestions(trx, sentences, contents);
  await putPhrases(trx, sentences, contents);
  await putSummaries(trx, sentences, contents);
}

/** Updates a chapter's version from all its sentences in the catalogue, those of an admin included. */
export async function renewChapterVersion(
  trx: Kysely<Database>,
  bookId: string,
  number: number,
): Promise<void> {
  const sentences = await trx
    .selectFrom('sentences')
    .select(['part', 'section', 'position', 'version'])
    .where('book_id', '=', bookId)
    .where('chapter', '=', number)
    .where('retired', '=', false)
    .execute();
  const contentVersion = chapterVersion(
    sentences.map(({ version, ...place }) => ({ ...place, version: version ?? '' })),
    contentHash,
  );
  await trx
    .updateTable('chapters')
    .set({ content_version: contentVersion })
    .where('book_id', '=', bookId)
    .where('number', '=', number)
    .execute();
}

async function putWordInstances(
  trx: Kysely<Database>,
  sentences: readonly string[],
  contents: readonly SentenceContent[],
): Promise<void> {
  const wordInstances = contents.flatMap(content => content.wordInstances);
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
    update word_instances set retired = true
    where sentence_id = any(${sentences}::text[]) and not retired
      and id <> all(${wordInstances.map(({ id }) => id)}::text[])
  `.execute(trx);
}

async function putQuestions(
  trx: Kysely<Database>,
  sentences: readonly string[],
  contents: readonly SentenceContent[],
): Promise<void> {
  const questions = contents.flatMap(content => content.questions);
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
    update questions set retired = true
    where sentence_id = any(${sentences}::text[]) and not retired
      and id <> all(${questions.map(({ id }) => id)}::text[])
  `.execute(trx);
}

async function putPhrases(
  trx: Kysely<Database>,
  sentences: readonly string[],
  contents: readonly SentenceContent[],
): Promise<void> {
  const rows = contents.flatMap(({ sentence, phrases }) =>
    phrases.map(({ phrase, explanation }, index) => ({
      sentenceId: sentence.id,
      position: index + 1,
      phrase,
      explanation,
    })),
  );
  await sql`delete from phrase_explanations where sentence_id = any(${sentences}::text[])`.execute(trx);
  await sql`
    insert into phrase_explanations (sentence_id, position, phrase, explanation)
    select "sentenceId", position, phrase, explanation
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      "sentenceId" text, position integer, phrase text, explanation text
    )
  `.execute(trx);
}

async function putSummaries(
  trx: Kysely<Database>,
  sentences: readonly string[],
  contents: readonly SentenceContent[],
): Promise<void> {
  const rows = contents.flatMap(({ sentence, summary }) =>
    summary === null ? [] : [{ sentenceId: sentence.id, summary }],
  );
  await sql`delete from progress_summaries where sentence_id = any(${sentences}::text[])`.execute(trx);
  await sql`
    insert into progress_summaries (sentence_id, summary)
    select "sentenceId", summary
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("sentenceId" text, summary text)
  `.execute(trx);
}
