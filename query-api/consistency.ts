import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { ReadModels as ReadModelViews } from '../projections/tables.ts';

export type Queried = Database & ReadModelViews;

/** The views of each projection: what a query of it looks at, by names that stay through a rebuild. */
const viewsOf = {
  'vocabulary-entries': ['vocabulary_entries', 'vocabulary_epochs'],
  'known-counts': ['known_counts'],
  'book-progress': ['book_progress'],
  'reading-positions': ['reading_positions'],
  subscriptions: ['subscriptions'],
} as const;

export type Projection = keyof typeof viewsOf;

/** What a request says about how fresh its answer must be; a handler's request is one. */
export interface Freshness {
  /** Position of the caller's newest write it knows of. */
  readonly after: string | undefined;
  /** Called when the answer does not hold that write yet. */
  readonly stale: () => void;
}

/**
 * Reads from projections and from the plain tables beside them, all in one snapshot. Behind `after` it waits and looks
 * again, then answers with what there is and says so; at once when a projection that is behind is not running. Resolves with undefined while the projections never ran.
 */
export type ReadModels = <Rows>(
  projections: readonly Projection[],
  freshness: Freshness,
  read: (snapshot: Kysely<Queried>) => Promise<Rows>,
) => Promise<Rows | undefined>;

/** First and longest pause between two looks, in milliseconds; each is twice the one before. */
const pauses = { first: 5, longest: 50 };

/** @param longestWait milliseconds to wait for read models that are behind */
export function readModels(db: Kysely<Database>, longestWait = 1_000): ReadModels {
  const tables = db as unknown as Kysely<Queried>;
  return async (projections, { after, stale }, read) => {
    const deadline = performance.now() + longestWait;
    for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
      const last = after === undefined || performance.now() + pause > deadline;
      const seen = await look(tables, projections, after, last, read);
      if (seen.place === 'reached') return seen.rows;
      if (last || seen.place === 'stopped') {
        if (after !== undefined) stale();
        return seen.rows;
      }
      await sleep(pause);
    }
  };
}

/** `stopped`: behind the position asked for, and nobody is going to change that soon. */
type Place = 'reached' | 'behind' | 'stopped';

interface Seen<Rows> {
  readonly place: Place;
  readonly rows: Rows | undefined;
}

/** One snapshot; rows are read only when there is no use in waiting, or when it is the last. */
async function look<Rows>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: string | undefined,
  last: boolean,
  read: (snapshot: Kysely<Queried>) => Promise<Rows>,
): Promise<Seen<Rows>> {
  return db.connection().execute(async snapshot => {
    try {
      await beginHolding(snapshot, projections);
      const place = after === undefined ? 'reached' : await placeOf(snapshot, projections, after);
      return { place, rows: place !== 'behind' || last ? await read(snapshot) : undefined };
    } catch (error) {
      if (error === neverRan) return { place: 'behind', rows: undefined };
      throw error;
    } finally {
      // A connection that is lost ends its transaction by itself.
      await sql`commit`.execute(snapshot).catch(() => {});
    }
  });
}

/** The projections have not made their views yet. */
const neverRan = new Error('there are no read models');

/**
 * Begins a transaction that holds the views, all in one message. A rebuilt projection is swapped in by replacing its views. The lock comes before the snapshot (a snapshot is taken
 * by the first query, and a lock is none), so that the views cannot begin to show tables younger than the snapshot.
 * @throws neverRan
 */
async function beginHolding(snapshot: Kysely<Queried>, projections: readonly Projection[]): Promise<void> {
  const views = projections.flatMap(projection => viewsOf[projection]).toSorted();
  const names = sql.join(views.map(view => sql.table(`read_models.${view}`)));
  try {
    await sql`begin isolation level repeatable read, read only; lock table ${names} in access share mode`.execute(
      snapshot,
    );
  } catch (error) {
    throw error instanceof Error && 'code' in error && missing.has(error.code) ? neverRan : error;
  }
}

/** Postgres' undefined_table and invalid_schema_name. */
const missing = new Set<unknown>(['42P01', '3F000']);

/** Positions of one log compare as plain strings. */
async function placeOf(
  snapshot: Kysely<Queried>,
  projections: readonly Projection[],
  after: string,
): Promise<Place> {
  const checkpoints = await snapshot
    .selectFrom('read_models.checkpoints')
    .select(['projection', 'position', 'running'])
    .where('projection', 'in', projections)
    .execute();
  const behind = checkpoints.filter(({ position }) => position < after);
  if (behind.some(({ running }) => !running)) return 'stopped';
  return behind.length > 0 || checkpoints.length < projections.length ? 'behind' : 'reached';
}
