import { type Kysely, sql } from 'kysely';
import { DAY, recall } from '../../scheduling/memory.ts';
import type { Queried } from '../consistency.ts';
import { type OwnSchedule, scheduled } from './own-schedule.ts';

/** What is due for whom: named fragments, or in a chapter or on a day its mistakes, else what the schedule says. */
export interface ReviewRequest {
  readonly learner: string;
  readonly place: { readonly book: string; readonly chapter: number } | undefined;
  /** A date, and the minutes that its clock is ahead of UTC. */
  readonly day: { readonly date: string; readonly utcOffset: number } | undefined;
  readonly fragments: readonly string[] | undefined;
}

export type Due = Awaited<ReturnType<typeof dueRows>>[number];

/** Probability that it is recalled now. @param now seconds since 1970 */
export function recallOf(own: OwnSchedule, { language, stability, at }: Due, now: number): number {
  if (stability === null || at === null) return 0;
  return recall(own.schedulerOf(language), { stability, at }, now);
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
function askable(
  snapshot: Kysely<Queried>,
  learner: string,
  { memories, languages }: OwnSchedule,
  { from = 0, to = Number.POSITIVE_INFINITY }: Between = {},
) {
  const asked = [...memories].filter(([, { due }]) => due > from && due <= to);
  const own = sql<{ fragment: string; due: number; stability: number }>`unnest(
    ${asked.map(([fragment]) => fragment)}::text[],
    ${asked.map(([, { due }]) => due)}::float8[],
    ${asked.map(([, { stability }]) => stability)}::float8[])`;
  return snapshot
    .with(
      cte => cte('due_some_time').materialized(),
      () =>
        scheduled(snapshot, learner)
          .leftJoin(own.as<'own'>(sql`own (fragment, due, stability)`), join =>
            join.onRef('own.fragment', '=', 'schedule.fragment'),
          )
          .where('schedule.due', 'is not', null)
          .where(({ eb, or }) =>
            or([
              eb('own.fragment', 'is not', null),
              eb('schedule.language', '<>', sql<string>`all(${[...languages]}::text[])`),
            ]),
          )
          .select(['schedule.language', 'schedule.fragment', 'last_review', 'missed_in'])
          .select([
            sql<Date>`coalesce(to_timestamp(own.due), schedule.due)`.as('due'),
            sql<number | null>`coalesce(own.stability, schedule.stability)`.as('stability'),
          ]),
    )
    .selectFrom('due_some_time as schedule')
    .where(sql<boolean>`schedule.fragment in ${readFragments(learner)}`);
}

const now = () => Date.now() / 1_000;

/** Seconds that the clocks of this process and of the database may differ: which rows are due is for the database to say. */
const SLACK = 60;

/** Seconds since 1970: later than `from`, up to `to`. */
interface Between {
  readonly from?: number;
  readonly to?: number;
}

/** What is to be asked. */
function asked(
  snapshot: Kysely<Queried>,
  { learner, place, day, fragments }: ReviewRequest,
  own: OwnSchedule,
) {
  const isWhatIsDue = !place && day === undefined && !fragments;
  let query = askable(snapshot, learner, own, isWhatIsDue ? { to: now() + SLACK } : {});
  if (isWhatIsDue) query = query.where('schedule.due', '<=', sql<Date>`now()`);
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
      .where(
        sql<boolean>`(schedule.last_review at time zone 'UTC' + make_interval(mins => ${day.utcOffset}))::date = ${day.date}::date`,
      );
  return query;
}

export function dueRows(snapshot: Kysely<Queried>, wanted: ReviewRequest, own: OwnSchedule) {
  return asked(snapshot, wanted, own)
    .select([
      'schedule.language',
      'schedule.fragment',
      'schedule.stability',
      sql<number | null>`extract(epoch from schedule.last_review)::float8`.as('at'),
      sql<boolean>`schedule.missed_in is not null`.as('missed'),
    ])
    .execute();
}

export function numberDue(
  snapshot: Kysely<Queried>,
  wanted: ReviewRequest,
  own: OwnSchedule,
): Promise<number> {
  return countOf(asked(snapshot, wanted, own));
}

async function countOf(query: ReturnType<typeof askable>): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function dueTomorrow(snapshot: Kysely<Queried>, learner: string, own: OwnSchedule): Promise<number> {
  return countOf(
    askable(snapshot, learner, own, { from: now() - SLACK, to: now() + DAY + SLACK })
      .where('schedule.due', '>', sql<Date>`now()`)
      .where('schedule.due', '<=', sql<Date>`now() + interval '1 day'`),
  );
}
