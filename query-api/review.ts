import { type Kysely, sql } from 'kysely';
import type { Option } from '../domain/catalogue/catalogue.ts';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { Serve } from '../facade/express/api.ts';
import { review } from '../facade/review.ts';
import { expectedRight, recall, scheduler } from '../scheduling/memory.ts';
import { parsed, withoutUndone } from '../scheduling/schedule.ts';
import type { Queried, ReadModels } from './consistency.ts';
import { secondsPerAnswerOf } from './learner-days.ts';

type ReviewQuestion = ReplyOf<typeof review>['questions'][number];

/** What is due for whom: named fragments, or in a chapter or on a day its mistakes, else what the schedule says. */
interface ReviewRequest {
  readonly learner: string;
  readonly place: { readonly book: string; readonly chapter: number } | undefined;
  readonly day: string | undefined;
  readonly fragments: readonly string[] | undefined;
}

const fsrs = scheduler();

/** Questions in a reply when the caller says no number. */
const DEFAULT_QUESTIONS = 20;

/** Deeds that are told of a fragment. */
const SHOWN_DEEDS = 4;

/** Reviews: fragments that are due, asked in sentences that the caller has read (decision 42). */
export function serveReview(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(review, async ({ caller, query, ...freshness }) => {
    const { limit = DEFAULT_QUESTIONS, mistakes, bookId, chapter, day, fragments } = query;
    const wanted: ReviewRequest = {
      learner: caller.id,
      place: bookId === undefined || chapter === undefined ? undefined : { book: bookId, chapter },
      day,
      fragments,
    };
    const models = ['review-schedule', 'vocabulary-entries', 'book-progress', 'learner-days'] as const;
    return read.snapshot(models, freshness, async snapshot => {
      const figures = {
        tomorrow: await dueTomorrow(snapshot, caller.id),
        secondsPerAnswer: await secondsPerAnswerOf(snapshot, caller.id),
      };
      if (limit === 0) return { due: await countOf(asked(snapshot, wanted)), ...figures, questions: [] };
      const due = await dueRows(snapshot, wanted);
      const now = Date.now() / 1000;
      const ordered = due
        .map(row => ({ ...row, recall: recallOf(row, now) }))
        .sort(
          (a, b) =>
            (mistakes ? Number(b.missed) - Number(a.missed) : 0) ||
            a.recall - b.recall ||
            (a.fragment < b.fragment ? -1 : 1),
        );
      return {
        due: due.length,
        ...figures,
        questions: await questionsFor(snapshot, caller.id, ordered.slice(0, limit)),
      };
    });
  });
}

type Due = Awaited<ReturnType<typeof dueRows>>[number];
/** A fragment that is asked, with the probability that it is recalled now. */
type Asked = Due & { readonly recall: number };

function recallOf({ stability, at }: Due, now: number): number {
  if (stability === null || at === null) return 0;
  const memory = {
    stability,
    difficulty: 5,
    reps: 0,
    lapses: 0,
    at,
    missedIn: null,
  };
  return recall(fsrs, memory, now);
}

/** The caller's current schedule. */
function scheduled(snapshot: Kysely<Queried>, learner: string) {
  return snapshot
    .selectFrom('read_models.review_schedule as schedule')
    .innerJoin('read_models.vocabulary_epochs as now', join =>
      join
        .onRef('now.learner', '=', 'schedule.learner')
        .onRef('now.language', '=', 'schedule.language')
        .onRef('now.epoch', '=', 'schedule.epoch'),
    )
    .where('schedule.learner', '=', learner);
}

/** Fragments that a question asks for in a sentence the learner has read, once for each chapter. */
export const readFragments = (learner: string) => sql`(
  select place.fragment_id as fragment
  from read_models.book_progress progress
  join books book on book.id = progress.book and not book.withheld
  join chapter_fragments place on place.book_id = progress.book and place.chapter = progress.chapter
    and place.asked_from is not null
    and (place.asked_from <= progress.sentences_read or progress.finished_at is not null)
  where progress.learner = ${learner})`;

/**
 * What of the schedule stands in a sentence the learner has read. The schedule is read first and in one piece: the planner
 * would look every fragment that was read up in it.
 */
function askable(snapshot: Kysely<Queried>, learner: string) {
  return snapshot
    .with(
      cte => cte('due_some_time').materialized(),
      () =>
        scheduled(snapshot, learner)
          .select(['fragment', 'due', 'stability', 'last_review', 'missed_in'])
          .where('due', 'is not', null),
    )
    .selectFrom('due_some_time as schedule')
    .where(sql<boolean>`schedule.fragment in ${readFragments(learner)}`);
}

/** What is to be asked. */
function asked(snapshot: Kysely<Queried>, { learner, place, day, fragments }: ReviewRequest) {
  let query = askable(snapshot, learner);
  if (!place && day === undefined && !fragments) query = query.where('schedule.due', '<=', sql<Date>`now()`);
  if (fragments) query = query.where('schedule.fragment', '=', sql<string>`any(${[...fragments]}::text[])`);
  if (place)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sentences')
          .select('sentences.id')
          .whereRef('sentences.id', '=', 'schedule.missed_in')
          .where('sentences.book_id', '=', place.book)
          .where('sentences.chapter', '=', place.chapter),
      ),
    );
  if (day !== undefined)
    query = query
      .where('schedule.missed_in', 'is not', null)
      .where(sql<boolean>`(schedule.last_review at time zone 'UTC')::date = ${day}::date`);
  return query;
}

function dueRows(snapshot: Kysely<Queried>, wanted: ReviewRequest) {
  return asked(snapshot, wanted)
    .select([
      'schedule.fragment',
      'schedule.stability',
      sql<number | null>`extract(epoch from schedule.last_review)::float8`.as('at'),
      sql<boolean>`schedule.missed_in is not null`.as('missed'),
    ])
    .execute();
}

async function countOf(query: ReturnType<typeof askable>): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function dueTomorrow(snapshot: Kysely<Queried>, learner: string): Promise<number> {
  return countOf(
    askable(snapshot, learner)
      .where('schedule.due', '>', sql<Date>`now()`)
      .where('schedule.due', '<=', sql<Date>`now() + interval '1 day'`),
  );
}

/** Words with a question that have one of the fragments, in sentences that the learner has read: a row for each of these. */
async function wordsWith(snapshot: Kysely<Queried>, learner: string, fragments: readonly string[]) {
  const wanted = sql`any(${[...fragments]}::text[])`;
  const { rows } = await sql<{ word: string; sentence: string; question: string; fragment: string }>`
    select word.id as word, word.sentence_id as sentence, question.id as question, fragment
    from word_instances word
    join sentences sentence on sentence.id = word.sentence_id and not sentence.retired
    join books book on book.id = sentence.book_id and not book.withheld
    join read_models.book_progress progress on progress.learner = ${learner}
      and progress.book = sentence.book_id and progress.chapter = sentence.chapter
      and (sentence.position <= progress.sentences_read or progress.finished_at is not null)
    join questions question on question.word_instance_id = word.id and not question.retired
    cross join lateral unnest(array[word.stem, word.ending1, word.ending2, word.ending3]) as fragment
    where not word.retired and word.skipped is null and fragment = ${wanted}
      and (word.stem = ${wanted} or word.ending1 = ${wanted} or word.ending2 = ${wanted} or word.ending3 = ${wanted})
    order by word.id`.execute(snapshot);
  return rows;
}

/** One question for each fragment, but none for a fragment that a question before asks, too. */
async function questionsFor(
  snapshot: Kysely<Queried>,
  learner: string,
  due: readonly Asked[],
): Promise<ReviewQuestion[]> {
  if (due.length === 0) return [];
  const fragments = due.map(({ fragment }) => fragment);
  const rows = await wordsWith(snapshot, learner, fragments);
  const candidates = Map.groupBy(rows, ({ fragment }) => fragment);
  const dueIn = new Map<string, number>();
  for (const { word } of rows) dueIn.set(word, (dueIn.get(word) ?? 0) + 1);
  const covered = new Set<string>();
  const usedSentences = new Set<string>();
  const chosen: { row: (typeof rows)[number]; due: Asked }[] = [];
  for (const one of due) {
    if (covered.has(one.fragment)) continue;
    // The word that asks most of what is due, in a sentence of which nothing was asked yet.
    const score = ({ word, sentence }: (typeof rows)[number]) =>
      (dueIn.get(word) ?? 0) - (usedSentences.has(sentence) ? 10 : 0);
    const [row] = (candidates.get(one.fragment) ?? []).toSorted((a, b) => score(b) - score(a));
    if (!row) continue;
    for (const { word, fragment } of rows) if (word === row.word) covered.add(fragment);
    usedSentences.add(row.sentence);
    chosen.push({ row, due: one });
  }
  const recent = await recentOf(
    snapshot,
    learner,
    chosen.map(({ due }) => due.fragment),
  );
  const contents = await contentsOf(
    snapshot,
    learner,
    chosen.map(({ row }) => row.sentence),
    chosen.map(({ row }) => row.question),
  );
  return chosen.flatMap(({ row, due }) => {
    const sentence = contents.sentences.get(row.sentence);
    const options = contents.questions.get(row.question);
    const words = contents.words.get(row.sentence);
    if (!sentence || !options || !words) return [];
    const text =
      words.flatMap(({ fragments }) => fragments).find(({ id }) => id === due.fragment)?.text ?? '';
    const question: ReviewQuestion = {
      id: row.question,
      word: row.word,
      options: [...options],
      fragment: { id: due.fragment, text },
      missed: due.missed,
      expected: Math.round(expectedRight(due.recall) * 1_000) / 1_000,
      deeds: deedsOf(recent.get(due.fragment) ?? ''),
      ...sentence,
      words: [...words],
    };
    return [question];
  });
}

/** The last deeds of some fragments, as they are stored. */
async function recentOf(
  snapshot: Kysely<Queried>,
  learner: string,
  fragments: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await scheduled(snapshot, learner)
    .where('schedule.fragment', '=', sql<string>`any(${[...fragments]}::text[])`)
    .select(['schedule.fragment', 'schedule.recent'])
    .execute();
  return new Map(rows.map(({ fragment, recent }) => [fragment, recent]));
}

function deedsOf(recent: string): ReviewQuestion['deeds'] {
  return withoutUndone(parsed(recent).deeds)
    .flatMap(({ deed }) =>
      deed.kind === 'undo' || deed.kind === 'unmet'
        ? []
        : [{ kind: deed.kind, at: new Date(deed.at * 1000).toISOString() }],
    )
    .slice(-SHOWN_DEEDS);
}

/** The sentences with their words, and the options of the questions, by id. */
async function contentsOf(
  snapshot: Kysely<Queried>,
  learner: string,
  sentenceIds: readonly string[],
  questionIds: readonly string[],
) {
  const sentences = await snapshot
    .selectFrom('sentences')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .innerJoin('chapters', join =>
      join
        .onRef('chapters.book_id', '=', 'sentences.book_id')
        .onRef('chapters.number', '=', 'sentences.chapter'),
    )
    .leftJoin('read_models.book_progress as progress', join =>
      join
        .onRef('progress.book', '=', 'sentences.book_id')
        .onRef('progress.chapter', '=', 'sentences.chapter')
        .on('progress.learner', '=', learner),
    )
    .select([
      'sentences.id',
      'sentences.position',
      'sentences.translation',
      'sentences.chapter',
      'sentences.book_id',
      'books.title',
      'books.language_id',
      'progress.last_read_at',
    ])
    .select(({ ref }) => ref('chapters.content_version').$notNull().as('contentVersion'))
    .where('sentences.id', '=', sql<string>`any(${[...sentenceIds]}::text[])`)
    .execute();
  const words = await snapshot
    .selectFrom('word_instances')
    .selectAll()
    .where('sentence_id', '=', sql<string>`any(${[...sentenceIds]}::text[])`)
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
  const used = words.flatMap(({ stem, ending1, ending2, ending3 }) => [stem, ending1, ending2, ending3]);
  const fragments = await snapshot
    .selectFrom('fragments')
    .select(['id', 'text', 'kind'])
    .where('id', '=', sql<string>`any(${[...new Set(used.filter(id => id !== null))]}::text[])`)
    .execute();
  const questions = await snapshot
    .selectFrom('questions')
    .select(['id', 'options'])
    .where('id', '=', sql<string>`any(${[...questionIds]}::text[])`)
    .execute();
  const fragment = new Map(
    fragments.map(({ id, text, kind }) => [
      id,
      { id, kind, text: kind === 'ending' ? `-${text.replace(/^-/, '')}` : text },
    ]),
  );
  return {
    sentences: new Map(
      sentences.map(row => [
        row.id,
        {
          book: { id: row.book_id, title: row.title, language: row.language_id },
          chapter: row.chapter,
          readOn: row.last_read_at?.toISOString() ?? null,
          sentence: {
            id: row.id,
            position: row.position,
            translation: row.translation,
            contentVersion: row.contentVersion,
          },
        },
      ]),
    ),
    words: Map.groupBy(
      words.map(({ stem, ending1, ending2, ending3, ...word }) => ({
        id: word.id,
        sentence: word.sentence_id,
        text: word.text,
        leadingPunctuation: word.leading_punctuation,
        trailingPunctuation: word.trailing_punctuation,
        fragments: [stem, ending1, ending2, ending3].flatMap(id => (id && fragment.get(id)) || []),
      })),
      ({ sentence }) => sentence,
    ),
    questions: new Map(questions.map(({ id, options }): [string, readonly Option[]] => [id, options])),
  };
}
