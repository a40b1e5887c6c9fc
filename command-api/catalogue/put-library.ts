import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { lockCatalogue } from './lock.ts';
import { putChapter } from './put-chapter.ts';

/**
 * Updates the catalogue from the compiled library: languages, books and fragments first, then one transaction for each
 * chapter whose content version differs. It adds and changes, but never removes.
 * Safe to call from several starting processes at once, and again after a crash.
 * A book whose title an admin has used is skipped and reported.
 * @returns the number of chapters that were changed
 * @throws the database's error for inconsistent content (an unknown fragment, two words in one place)
 */
export async function putLibrary(
  db: Kysely<Database>,
  library: LibraryContent,
  report: (line: string) => void = () => undefined,
): Promise<number> {
  const content = await besideAdded(db, library, report);
  await db.transaction().execute(async trx => {
    await lockCatalogue(trx);
    await putLanguages(trx, content);
    await putBooks(trx, content);
    await putFragments(trx, content);
  });
  await putMerges(db, content);
  let changed = 0;
  for (const chapter of content.chapters) if (await putChapter(db, chapter)) changed += 1;
  return changed;
}

/** Adapts the content to an admin's additions: a language with the same name is reused. */
async function besideAdded(
  db: Kysely<Database>,
  content: LibraryContent,
  report: (line: string) => void,
): Promise<LibraryContent> {
  const { rows: books } = await sql<{ id: string; title: string }>`
    select given.id, given.title from jsonb_to_recordset(${JSON.stringify(content.books)}::jsonb)
      as given(id text, title text)
    join books on books.title = given.title and books.id <> given.id
  `.execute(db);
  const { rows: languages } = await sql<{ id: string; known: string }>`
    select given.id, languages.id as known from jsonb_to_recordset(${JSON.stringify(content.languages)}::jsonb)
      as given(id text, name text)
    join languages on languages.name = given.name and languages.id <> given.id
  `.execute(db);
  for (const { title } of books)
    report(`the book '${title}' was added by an admin: the library's own is left out`);
  if (books.length === 0 && languages.length === 0) return content;
  const left = new Set(books.map(({ id }) => id));
  const known = new Map(languages.map(language => [language.id, language.known]));
  const inLanguage = <Row extends { readonly languageId: string }>(row: Row): Row => ({
    ...row,
    languageId: known.get(row.languageId) ?? row.languageId,
  });
  return {
    ...content,
    languages: content.languages.filter(({ id }) => !known.has(id)),
    books: content.books.filter(({ id }) => !left.has(id)).map(inLanguage),
    fragments: content.fragments.map(inLanguage),
    chapters: content.chapters.filter(({ chapter }) => !left.has(chapter.bookId)),
  };
}

async function putLanguages(trx: Kysely<Database>, { languages }: LibraryContent): Promise<void> {
  await sql`
    insert into languages (id, name, iso_code)
    select id, name, "isoCode"
    from jsonb_to_recordset(${JSON.stringify(languages)}::jsonb) as given(id text, name text, "isoCode" text)
    on conflict (id) do update set name = excluded.name, iso_code = excluded.iso_code
    where (languages.name, languages.iso_code) is distinct from (excluded.name, excluded.iso_code)
  `.execute(trx);
}

async function putBooks(trx: Kysely<Database>, { books }: LibraryContent): Promise<void> {
  await sql`
    insert into books (id, title, author, published, language_id, reading_level, chapter_count, origin)
    select id, title, author, published, "languageId", "readingLevel", "chapterCount", 'library'
    from jsonb_to_recordset(${JSON.stringify(books)}::jsonb) as given(
      id text, title text, author text, published text, "languageId" text, "readingLevel" text,
      "chapterCount" integer
    )
    on conflict (id) do update set
      title = excluded.title, author = excluded.author, published = excluded.published,
      language_id = excluded.language_id, reading_level = excluded.reading_level,
      chapter_count = excluded.chapter_count, origin = 'library'
    where (books.title, books.author, books.published, books.language_id, books.reading_level, books.chapter_count,
        books.origin)
      is distinct from (excluded.title, excluded.author, excluded.published, excluded.language_id,
        excluded.reading_level, excluded.chapter_count, excluded.origin)
  `.execute(trx);
  const chapters = books.flatMap(book =>
    book.chapterTitles.map((title, index) => ({
      bookId: book.id,
      number: index + 1,
      title,
      introduction: book.introductions[index + 1] ?? null,
    })),
  );
  await sql`
    insert into chapters (book_id, number, title, introduction)
    select "bookId", number, title, introduction
    from jsonb_to_recordset(${JSON.stringify(chapters)}::jsonb) as given(
      "bookId" text, number integer, title text, introduction text
    )
    on conflict (book_id, number) do update set title = excluded.title, introduction = excluded.introduction
    where (chapters.title, chapters.introduction) is distinct from (excluded.title, excluded.introduction)
  `.execute(trx);
}

async function putFragments(trx: Kysely<Database>, { fragments }: LibraryContent): Promise<void> {
  await sql`
    insert into fragments (id, language_id, kind, text, pos, gloss, lemma, note)
    select id, "languageId", kind, text, pos, gloss, lemma, note
    from jsonb_to_recordset(${JSON.stringify(fragments)}::jsonb) as given(
      id text, "languageId" text, kind text, text text, pos text, gloss text, lemma text, note text
    )
    on conflict (id) do update set
      language_id = excluded.language_id, kind = excluded.kind, text = excluded.text, pos = excluded.pos,
      gloss = excluded.gloss, lemma = excluded.lemma, note = excluded.note
    where (fragments.language_id, fragments.kind, fragments.text, fragments.pos, fragments.gloss, fragments.lemma,
        fragments.note)
      is distinct from (excluded.language_id, excluded.kind, excluded.text, excluded.pos, excluded.gloss,
        excluded.lemma, excluded.note)
  `.execute(trx);
}

/** Skips merges of fragments that this catalogue never had, because no vocabulary contains them. */
async function putMerges(db: Kysely<Database>, { merges }: LibraryContent): Promise<void> {
  await sql`
    insert into fragment_merges (fragment, survivor)
    select given.fragment, given.survivor
    from jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as given(fragment text, survivor text)
    where exists (select from fragments where id = given.fragment)
      and exists (select from fragments where id = given.survivor)
    on conflict (fragment) do update set survivor = excluded.survivor, followed_to = '', done = false
    where fragment_merges.survivor <> excluded.survivor
  `.execute(db);
}
