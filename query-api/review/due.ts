import { type Kysely, sql } from 'kysely';
import { recall, scheduler } from '../../scheduling/memory.ts';
import type { Queried } from '../consistency.ts';

/** What is due for whom: named fragments, or in a chapter or on a day its mistakes, else what the schedule says. */
export interface ReviewRequest {
  readonly learner: string;
  readonly place: { readonly book: string; readonly chapter: number } | undefined;
  readonly day: string | undefined;
  readonly fragments: readonly string[] | undefined;
}

const fsrs = scheduler();

export type Due = Awaited<ReturnType<typeof dueRows>>[number];

/** Probability that it is recalled now. @param now seconds since 1970 */
export function recallOf({ stability, at }: Due, now: number): number {
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
export function scheduled(snapshot: Kysely<Queried>, learner: string) {
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

export function dueRows(snapshot: Kysely<Queried>, wanted: ReviewRequest) {
  return asked(snapshot, wanted)
    .select([
      'schedule.fragment',
      'schedule.stability',
      sql<number | null>`extract(epoch from schedule.last_review)::float8`.as('at'),
      sql<boolean>`schedule.missed_in is not null`.as('missed'),
    ])
    .execute();
}

export function numberDue(snapshot: Kysely<Queried>, wanted: ReviewRequest): Promise<number> {
  return countOf(asked(snapshot, wanted));
}

async function countOf(query: ReturnType<typeof askable>): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function dueTomorrow(snapshot: Kysely<Queried>, learner: string): Promise<number> {
  return countOf(
    askable(snapshot, learner)
      .where('schedule.due', '>', sql<Date>`now()`)
      .where('schedule.due', '<=', sql<Date>`now() + interval '1 day'`),
  );
}
