import { type Kysely, sql } from 'kysely';
import { coverageOf } from '../domain/vocabulary/coverage.ts';
import type { Level } from '../domain/vocabulary/levels.ts';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { Serve } from '../facade/express/api.ts';
import { chapterMap, coverage } from '../facade/progress.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { secondsPerAnswerOf } from './learner-days.ts';
import { readFragments } from './review/due.ts';
import { shelf } from './shelf.ts';

/** How much of the text is known: for each sentence, and for the next chapter (decision 50). */
export function serveCoverage(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(chapterMap, ({ caller, ...freshness }) =>
    read.snapshot(['vocabulary-entries', 'book-progress'], freshness, snapshot => mapOf(snapshot, caller.id)),
  );

  serve(coverage, ({ caller, ...freshness }) => {
    const models = ['vocabulary-entries', 'book-progress', 'learner-days'] as const;
    return read.snapshot(models, freshness, async snapshot => {
      const secondsPerAnswer = await secondsPerAnswerOf(snapshot, caller.id);
      const chapter = await nextChapter(snapshot, caller.id);
      if (!chapter) return { next: null, secondsPerAnswer };
      const { book, number } = chapter;
      const { fragments, ...figures } = coverageOf(await textOf(snapshot, caller.id, chapter));
      return {
        next: {
          bookId: book,
          chapter: number,
          ...figures,
          fragments: fragments.map(({ id, text, gloss, level }) => ({ id, text, gloss, level })),
        },
        secondsPerAnswer,
      };
    });
  });
}

/** Available chapters that the learner has opened, and the first one of each book after those. */
const shownChapters = (learner: string) => sql`(
  select chapter.book_id as book, chapter.number, progress.sentences_read, progress.finished_at,
    coalesce(progress.last_read_at, progress.opened_at) as visited_at
  from chapters chapter
  join books book on book.id = chapter.book_id and not book.withheld
  left join read_models.book_progress progress
    on progress.learner = ${learner} and progress.book = chapter.book_id and progress.chapter = chapter.number
  where chapter.available and (progress.learner is not null or chapter.number = 1 + coalesce((
    select max(opened.chapter) from read_models.book_progress opened
    where opened.learner = ${learner} and opened.book = chapter.book_id), 0)))`;

/** The learner's fragments in the current epoch of each language, with their levels. */
const levelsNow = (learner: string) => sql`(
  select entry.fragment, entry.level
  from read_models.vocabulary_epochs now
  join read_models.vocabulary_entries entry using (learner, language, epoch)
  where now.learner = ${learner})`;

/** The fragments of a word that is asked, one row each. */
const askedFragments = sql`lateral unnest(array[word.stem, word.ending1, word.ending2, word.ending3])`;

interface SentenceRow {
  readonly book: string;
  readonly chapter: number;
  readonly id: string;
  readonly read: boolean;
  readonly known: number;
  readonly total: number;
}

async function mapOf(snapshot: Kysely<Queried>, learner: string): Promise<ReplyOf<typeof chapterMap>> {
  const { rows } = await sql<SentenceRow>`
    select sentence.book_id as book, sentence.chapter, sentence.id,
      (shown.finished_at is not null or sentence.position <= coalesce(shown.sentences_read, 0)) as read,
      count(known.fragment)::int4 as known, count(part.fragment)::int4 as total
    from ${shownChapters(learner)} as shown
    join sentences sentence
      on sentence.book_id = shown.book and sentence.chapter = shown.number and not sentence.retired
    left join word_instances word
      on word.sentence_id = sentence.id and not word.retired and word.skipped is null
    left join ${askedFragments} as part(fragment) on part.fragment is not null
    left join ${levelsNow(learner)} as known on known.fragment = part.fragment and known.level = 'IV'
    group by sentence.id, shown.finished_at, shown.sentences_read
    order by sentence.book_id, sentence.chapter, sentence.position`.execute(snapshot);
  const byBook = Map.groupBy(rows, ({ book }) => book);
  const inOrder = (await shelf(snapshot)).flatMap(({ id }) => byBook.get(id) ?? []);
  return [...Map.groupBy(inOrder, ({ book, chapter }) => `${book} ${chapter}`).values()].flatMap(
    sentences => {
      const [first] = sentences;
      if (!first) return [];
      return {
        bookId: first.book,
        chapter: first.chapter,
        read: sentences.filter(({ read }) => read).length,
        sentences: sentences.map(({ id, known, total }): [string, number, number] => [id, known, total]),
      };
    },
  );
}

interface ChapterRow {
  readonly book: string;
  readonly number: number;
  readonly finished_at: Date | null;
  readonly visited_at: Date | null;
}

/** The chapter read last, or the one after it when it is finished and there is one. */
async function nextChapter(snapshot: Kysely<Queried>, learner: string): Promise<ChapterRow | undefined> {
  const { rows } = await sql<ChapterRow>`
    select book, number, finished_at, visited_at from ${shownChapters(learner)} as shown
    order by visited_at desc nulls last, book, number`.execute(snapshot);
  const [last] = rows;
  if (!last?.visited_at) return undefined;
  if (last.finished_at === null) return last;
  return rows.find(({ book, number }) => book === last.book && number === last.number + 1) ?? last;
}

/** The fragments of a chapter. A fragment can be asked if it was met and occurs in a sentence that was read. */
async function textOf(snapshot: Kysely<Queried>, learner: string, { book, number }: ChapterRow) {
  const { rows } = await sql<{
    id: string;
    text: string;
    gloss: string;
    level: Level;
    times: number;
    askable: boolean;
  }>`
    select fragment.id, fragment.gloss, coalesce(now.level, 'new') as level, found.times,
      case fragment.kind when 'ending' then '-' || ltrim(fragment.text, '-') else fragment.text end as text,
      coalesce(now.level, 'new') <> 'new' and asked.fragment is not null as askable
    from (
      select part.fragment, count(*)::int4 as times
      from sentences sentence
      join word_instances word on word.sentence_id = sentence.id and not word.retired and word.skipped is null
      join ${askedFragments} as part(fragment) on part.fragment is not null
      where sentence.book_id = ${book} and sentence.chapter = ${number} and not sentence.retired
      group by part.fragment) as found
    join fragments fragment on fragment.id = found.fragment
    left join ${levelsNow(learner)} as now on now.fragment = found.fragment
    left join (select distinct fragment from ${readFragments(learner)} as read) as asked
      on asked.fragment = found.fragment`.execute(snapshot);
  return rows;
}
