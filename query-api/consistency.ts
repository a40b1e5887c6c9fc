import { setTimeout as sleep } from 'node:timers/promises';
import { type Expression, type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { LogPosition } from '../facade/log-position.ts';
import type { ReadModels as ReadModelViews, ViewsOf } from '../projections/tables.ts';

export type Queried = Database & ReadModelViews;

/**
 * The views that queries read, by projection; their names stay the same across rebuilds. Written out here because this
 * layer may import only types of the projections; the type checks it.
 */
const viewsOf = {
  'vocabulary-entries': ['vocabulary_entries', 'vocabulary_epochs'],
  'fragment-histories': ['fragment_histories', 'history_resets', 'history_switches'],
  'known-counts': ['known_counts'],
  'known-count-days': ['known_count_days'],
  'book-progress': ['book_progress'],
  'reading-positions': ['reading_positions'],
  subscriptions: ['subscriptions'],
  'answer-statistics': ['answer_statistics'],
  'vocabulary-resets': ['vocabulary_resets'],
  'policy-switches': ['policy_switches'],
  'review-schedule': ['review_schedule'],
  'learner-days': ['learner_days'],
} as const satisfies { readonly [Name in keyof ViewsOf]?: readonly ViewsOf[Name][] };

export type Projection = keyof typeof viewsOf;

/** The projections that queries read. */
export const queriedProjections = Object.keys(viewsOf) as readonly Projection[];

/** How fresh a reply must be, and callbacks about how fresh it is. A handler's request is one. */
export interface Freshness {
  /** Position of the caller's newest known write. */
  readonly after: LogPosition | undefined;
  /** Called when the reply may be behind: it may lack that write, or a projection is not running. */
  readonly stale: () => void;
  /** Called with the read models' own position when `after` belongs to another log. */
  readonly readAt: (at: LogPosition) => void;
}

/** No answer is possible: the read models are being built for the first time, or have another version. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
  readonly code = 'READ_MODELS_UNAVAILABLE';
}

/**
 * Reads read models and plain tables in one snapshot. While the read models are behind `after`, or during a first build,
 * it polls for a limited time. Then it returns the rows it has and calls `stale`, or throws when the first build is still
 * incomplete. It does not wait for a projection that is not running, nor for a position of another log.
 */
export interface ReadModels {
  /**
   * Result of a single query: one statement is a snapshot of its own and needs one round trip.
   * @throws ReadModelsUnavailable
   */
  rows<Row extends object>(
    projections: readonly Projection[],
    freshness: Freshness,
    query: (db: Kysely<Queried>) => Select<Row>,
  ): Promise<readonly Row[]>;
  /** Results of several queries in one snapshot. @throws ReadModelsUnavailable */
  snapshot<Found>(
    projections: readonly Projection[],
    freshness: Freshness,
    read: (snapshot: Kysely<Queried>) => Promise<Found>,
  ): Promise<Found>;
}

/** A query that is built but not executed. */
export type Select<Row> = Expression<Row> & { execute(): Promise<Row[]> };

/** First and longest pause between polls, in milliseconds; pauses double. */
const pauses = { first: 5, longest: 50 };

/** @param longestWait milliseconds to wait for read models that are behind */
export function readModels(database: Kysely<Database>, longestWait = 1_000): ReadModels {
  const db = database as unknown as Kysely<Queried>;

  async function readWhenReached<Found>(
    freshness: Freshness,
    attempt: (last: boolean) => Promise<Attempt<Found>>,
  ): Promise<Found> {
    const deadline = performance.now() + longestWait;
    for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
      const last = performance.now() + pause > deadline;
      const seen = await attempt(last).catch(missingViews);
      if (seen.state === 'reached') return seen.found as Found;
      if (seen.state === 'not built') {
        if (last) throw new ReadModelsUnavailable('the read models are being built');
      } else if (last || seen.state !== 'behind') {
        freshness.stale();
        if (seen.state === 'other log' && seen.at) freshness.readAt(seen.at);
        return seen.found as Found;
      }
      await sleep(pause);
    }
  }

  return {
    rows: (projections, freshness, query) =>
      readWhenReached(freshness, last =>
        readInOneStatement(db, projections, freshness.after, last, query(db)),
      ),
    snapshot: (projections, freshness, read) =>
      readWhenReached(freshness, last => readInTransaction(db, projections, freshness.after, last, read)),
  };
}

/**
 * State of the read models relative to the requested position. `not built`: a first build is in progress. `other log`: the
 * position belongs to another log. `stopped`: failed, or behind and not running. Without a position: `reached` when every
 * projection is live, else `stopped`.
 */
type State = 'reached' | 'behind' | 'stopped' | 'other log' | 'not built';

interface Attempt<Found> {
  readonly state: State;
  /** Position of the read models. */
  readonly at?: LogPosition | undefined;
  /** Undefined when it is worth waiting instead. */
  readonly found: Found | undefined;
}

const isRead = (state: State, last: boolean) => state !== 'not built' && (state !== 'behind' || last);

/** Postgres' undefined_table and invalid_schema_name: the projections have not made their views yet. */
const MISSING_VIEW = new Set<unknown>(['42P01', '3F000']);
/** Postgres' undefined_column: the views are of another version than this process. */
const UNDEFINED_COLUMN = '42703';

function missingViews(error: unknown): Attempt<never> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (MISSING_VIEW.has(code)) return { state: 'not built', found: undefined };
  if (code === UNDEFINED_COLUMN)
    throw new ReadModelsUnavailable('the read models are of another version than this process', {
      cause: error,
    });
  throw error;
}

interface Checkpoints {
  readonly state: State;
  readonly log: string | null;
  readonly position: string | null;
}

function positionOf({ log, position }: Checkpoints): LogPosition | undefined {
  return log === null || !position ? undefined : { log, position };
}

/**
 * State and rows in one statement. Postgres locks the views before it takes the snapshot, so that a swap happens before or
 * after both.
 */
async function readInOneStatement<Row extends object>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: LogPosition | undefined,
  last: boolean,
  query: Select<Row>,
): Promise<Attempt<readonly Row[]>> {
  const { rows } = await sql<Row & { seen: Checkpoints; isRow: boolean | null }>`
    select to_json(seen) as seen, found.* from ${checkpointsOf(db, projections, after)} as seen
    left join lateral (
      select *, true as "isRow" from ${query} as query
      where seen.state not in ('not built', 'behind') or (seen.state = 'behind' and ${last})
    ) as found on true`.execute(db);
  const seen = rows[0]?.seen;
  return {
    state: seen?.state ?? 'not built',
    at: seen && positionOf(seen),
    found: rows.filter(({ isRow }) => isRow).map(({ seen: _, isRow: __, ...row }) => row as unknown as Row),
  };
}

/** State and rows in a transaction that locks the views. */
async function readInTransaction<Found>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: LogPosition | undefined,
  last: boolean,
  read: (snapshot: Kysely<Queried>) => Promise<Found>,
): Promise<Attempt<Found>> {
  return db.connection().execute(async snapshot => {
    try {
      await beginWithViewLocks(snapshot, projections);
      const seen = await checkpointsOf(snapshot, projections, after).executeTakeFirstOrThrow();
      return {
        state: seen.state,
        at: positionOf(seen),
        found: isRead(seen.state, last) ? await read(snapshot) : undefined,
      };
    } finally {
      // A lost connection has ended its transaction.
      await sql`commit`.execute(snapshot).catch(() => {});
    }
  });
}

/**
 * Begins a transaction and locks the views, in one message. A rebuild is swapped in by replacing its views. The lock comes
 * before the snapshot (which the first query takes), so that the views cannot switch to tables that are newer than the
 * snapshot.
 */
async function beginWithViewLocks(
  snapshot: Kysely<Queried>,
  projections: readonly Projection[],
): Promise<void> {
  const views = projections.flatMap(projection => viewsOf[projection]).toSorted();
  const names = sql.join(views.map(view => sql.table(`read_models.${view}`)));
  await sql`begin isolation level repeatable read, read only; lock table ${names} in access share mode`.execute(
    snapshot,
  );
}

/** One row: the state of all these projections together, and the lowest of their checkpoints. */
function checkpointsOf(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: LogPosition | undefined,
) {
  // The log's id is a UUID; a `LogPosition` has its first eight digits.
  const log = sql<string | null>`left(min(log_id), 8)`;
  const state = after
    ? sql<State>`case
        when bool_or(left(log_id, 8) is distinct from ${after.log}) then 'other log'
        when bool_or(status = 'Failed' or (position < ${after.position} and not running)) then 'stopped'
        when bool_or(position < ${after.position}) then 'behind'
        else 'reached' end`
    : sql<State>`case when bool_and(running and status = 'Active') then 'reached' else 'stopped' end`;
  return db
    .selectFrom('read_models.checkpoints')
    .where('projection', 'in', projections)
    .select([
      sql<State>`case when bool_or(not built) or count(*) < ${projections.length} then 'not built' else ${state} end`.as(
        'state',
      ),
      log.as('log'),
      sql<string | null>`min(position)`.as('position'),
    ]);
}
