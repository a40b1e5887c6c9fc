import { setTimeout as sleep } from 'node:timers/promises';
import { type Expression, type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { LogPosition } from '../facade/log-position.ts';
import type { ReadModels as ReadModelViews, ViewsOf } from '../projections/tables.ts';

export type Queried = Database & ReadModelViews;

/**
 * The views that queries look at, by projection: names that stay through a rebuild. This module takes types alone from
 * the projections, and those know the views of each.
 */
const viewsOf = {
  'vocabulary-entries': ['vocabulary_entries', 'vocabulary_epochs'],
  'known-counts': ['known_counts'],
  'book-progress': ['book_progress'],
  'reading-positions': ['reading_positions'],
  subscriptions: ['subscriptions'],
} as const satisfies { readonly [Name in keyof ViewsOf]?: readonly ViewsOf[Name][] };

export type Projection = keyof typeof viewsOf;

/** The projections that queries read. */
export const queriedProjections = Object.keys(viewsOf) as readonly Projection[];

/** What a request says about how fresh its answer must be, and is told about it; a handler's request is one. */
export interface Freshness {
  /** Position of the caller's newest write it knows of. */
  readonly after: LogPosition | undefined;
  /** Called when the answer may lack that write, or anything else that a running projection would have. */
  readonly stale: () => void;
  /** Called with where the read models are when `after` is a position of another log. */
  readonly readFrom: (at: LogPosition) => void;
}

/** There is nothing to answer from: the read models are being built for the first time, or are of another version. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
  readonly code = 'READ_MODELS_UNAVAILABLE';
}

/**
 * Reads from projections and from the plain tables beside them, in one snapshot. Behind `after`, and while a first build
 * is under way, it waits and looks again. Then it answers with what there is and says that it is stale, or throws when
 * that would be a part of the truth only. It does not wait for a projection that is not running, nor for a position of
 * another log.
 */
export interface ReadModels {
  /**
   * What one query finds: one statement is a snapshot by itself, in one message to the database.
   * @throws ReadModelsUnavailable
   */
  rows<Row extends object>(
    projections: readonly Projection[],
    freshness: Freshness,
    query: (db: Kysely<Queried>) => Select<Row>,
  ): Promise<readonly Row[]>;
  /** What several queries find. @throws ReadModelsUnavailable */
  snapshot<Found>(
    projections: readonly Projection[],
    freshness: Freshness,
    read: (snapshot: Kysely<Queried>) => Promise<Found>,
  ): Promise<Found>;
}

/** A query that was built and not yet sent. */
export type Select<Row> = Expression<Row> & { execute(): Promise<Row[]> };

/** First and longest pause between two looks, in milliseconds; each is twice the one before. */
const pauses = { first: 5, longest: 50 };

/** @param longestWait milliseconds to wait for read models that are behind */
export function readModels(database: Kysely<Database>, longestWait = 1_000): ReadModels {
  const db = database as unknown as Kysely<Queried>;

  async function polled<Found>(
    freshness: Freshness,
    look: (last: boolean) => Promise<Seen<Found>>,
  ): Promise<Found> {
    const deadline = performance.now() + longestWait;
    for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
      const last = performance.now() + pause > deadline;
      const seen = await look(last).catch(missingViews);
      if (seen.state === 'reached') return seen.found as Found;
      if (seen.state === 'not built') {
        if (last) throw new ReadModelsUnavailable('the read models are being built');
      } else if (last || seen.state !== 'behind') {
        freshness.stale();
        if (seen.state === 'other log' && seen.at) freshness.readFrom(seen.at);
        return seen.found as Found;
      }
      await sleep(pause);
    }
  }

  return {
    rows: (projections, freshness, query) =>
      polled(freshness, last => lookOnce(db, projections, freshness.after, last, query(db))),
    snapshot: (projections, freshness, read) =>
      polled(freshness, last => lookLong(db, projections, freshness.after, last, read)),
  };
}

/**
 * Where the read models are, seen from the position asked for. `not built`: a first build is under way. `other log`: the
 * position is not of the log they were built from. `stopped`: behind it, or failed, and nobody is going to change that
 * soon. Without a position: `reached` when every projection is following the log, else `stopped`.
 */
type State = 'reached' | 'behind' | 'stopped' | 'other log' | 'not built';

interface Seen<Found> {
  readonly state: State;
  /** Where they are themselves. */
  readonly at?: LogPosition | undefined;
  /** Read unless it is worth waiting. */
  readonly found: Found | undefined;
}

const isRead = (state: State, last: boolean) => state !== 'not built' && (state !== 'behind' || last);

/** Postgres' undefined_table and invalid_schema_name: the projections have not made their views yet. */
const missing = new Set<unknown>(['42P01', '3F000']);
/** Postgres' undefined_column: the views are of another version than this process. */
const UNDEFINED_COLUMN = '42703';

function missingViews(error: unknown): Seen<never> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (missing.has(code)) return { state: 'not built', found: undefined };
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

function placeOf({ log, position }: Checkpoints): LogPosition | undefined {
  return log === null || !position ? undefined : { log, position };
}

/**
 * One statement. It locks the views it names before its snapshot is taken, so a swap of a rebuilt projection comes
 * before both or after both.
 */
async function lookOnce<Row extends object>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: LogPosition | undefined,
  last: boolean,
  query: Select<Row>,
): Promise<Seen<readonly Row[]>> {
  const { rows } = await sql<Row & { seen: Checkpoints; isRow: boolean | null }>`
    select to_json(seen) as seen, found.* from ${checkpointsOf(db, projections, after)} as seen
    left join lateral (
      select *, true as "isRow" from ${query} as query
      where seen.state not in ('not built', 'behind') or (seen.state = 'behind' and ${last})
    ) as found on true`.execute(db);
  const seen = rows[0]?.seen;
  return {
    state: seen?.state ?? 'not built',
    at: seen && placeOf(seen),
    found: rows.filter(({ isRow }) => isRow).map(({ seen: _, isRow: __, ...row }) => row as unknown as Row),
  };
}

/** A transaction that holds the views. */
async function lookLong<Found>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: LogPosition | undefined,
  last: boolean,
  read: (snapshot: Kysely<Queried>) => Promise<Found>,
): Promise<Seen<Found>> {
  return db.connection().execute(async snapshot => {
    try {
      await beginHolding(snapshot, projections);
      const seen = await checkpointsOf(snapshot, projections, after).executeTakeFirstOrThrow();
      return {
        state: seen.state,
        at: placeOf(seen),
        found: isRead(seen.state, last) ? await read(snapshot) : undefined,
      };
    } finally {
      // A connection that is lost ends its transaction by itself.
      await sql`commit`.execute(snapshot).catch(() => {});
    }
  });
}

/**
 * Begins a transaction that holds the views, all in one message. A rebuilt projection is swapped in by replacing its
 * views. The lock comes before the snapshot (a snapshot is taken by the first query, and a lock is none), so that the
 * views cannot begin to show tables younger than the snapshot.
 */
async function beginHolding(snapshot: Kysely<Queried>, projections: readonly Projection[]): Promise<void> {
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
  // The log's id is a UUID, of which a position holds the first eight digits.
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
