import { setTimeout as sleep } from 'node:timers/promises';
import { type Expression, type Kysely, sql } from 'kysely';
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
 * Reads from projections and from the plain tables beside them, in one snapshot. Behind `after` it waits and looks
 * again, then answers with what there is and says so; at once when a projection that is behind is not running.
 * Resolves with undefined while the projections never ran.
 */
export interface ReadModels {
  /** What one query finds: one statement is a snapshot by itself, in one message to the database. */
  rows<Row extends object>(
    projections: readonly Projection[],
    freshness: Freshness,
    query: (db: Kysely<Queried>) => Select<Row>,
  ): Promise<readonly Row[] | undefined>;
  /** What several queries find. */
  snapshot<Found>(
    projections: readonly Projection[],
    freshness: Freshness,
    read: (snapshot: Kysely<Queried>) => Promise<Found>,
  ): Promise<Found | undefined>;
}

/** A query that was built and not yet sent. */
export type Select<Row> = Expression<Row> & { execute(): Promise<Row[]> };

/** First and longest pause between two looks, in milliseconds; each is twice the one before. */
const pauses = { first: 5, longest: 50 };

/** @param longestWait milliseconds to wait for read models that are behind */
export function readModels(database: Kysely<Database>, longestWait = 1_000): ReadModels {
  const db = database as unknown as Kysely<Queried>;

  async function lookedAt<Found>(
    { after, stale }: Freshness,
    look: (last: boolean) => Promise<Seen<Found>>,
  ): Promise<Found | undefined> {
    const deadline = performance.now() + longestWait;
    for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
      const last = after === undefined || performance.now() + pause > deadline;
      const seen = await look(last).catch(nothingYet);
      if (seen.place === 'reached') return seen.found;
      if (last || seen.place === 'stopped') {
        if (after !== undefined) stale();
        return seen.found;
      }
      await sleep(pause);
    }
  }

  return {
    rows: (projections, freshness, query) =>
      lookedAt(freshness, last => lookOnce(db, projections, freshness.after, last, query(db))),
    snapshot: (projections, freshness, read) =>
      lookedAt(freshness, last => lookLong(db, projections, freshness.after, last, read)),
  };
}

/** `stopped`: behind the position asked for, and nobody is going to change that soon. */
type Place = 'reached' | 'behind' | 'stopped';

interface Seen<Found> {
  readonly place: Place;
  /** Read only when there is no use in waiting, or when it is the last look. */
  readonly found: Found | undefined;
}

/** Postgres' undefined_table and invalid_schema_name. */
const missing = new Set<unknown>(['42P01', '3F000']);

/** The projections have not made their views yet. */
function nothingYet(error: unknown): Seen<undefined> {
  if (error instanceof Error && 'code' in error && missing.has(error.code))
    return { place: 'behind', found: undefined };
  throw error;
}

/**
 * One statement. It locks the views it names before its snapshot is taken, so a swap of a rebuilt projection comes
 * before both or after both.
 */
async function lookOnce<Row extends object>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: string | undefined,
  last: boolean,
  query: Select<Row>,
): Promise<Seen<readonly Row[]>> {
  if (after === undefined) return { place: 'reached', found: await query.execute() };
  const { rows } = await sql<Row & { place: Place; isRow: boolean | null }>`
    select seen.place, found.* from ${placeOf(db, projections, after)} as seen
    left join lateral (
      select *, true as "isRow" from ${query} as query where seen.place <> 'behind' or ${last}
    ) as found on true`.execute(db);
  return {
    place: rows[0]?.place ?? 'behind',
    found: rows.filter(({ isRow }) => isRow).map(({ place: _, isRow: __, ...row }) => row as unknown as Row),
  };
}

/** A transaction that holds the views. */
async function lookLong<Found>(
  db: Kysely<Queried>,
  projections: readonly Projection[],
  after: string | undefined,
  last: boolean,
  read: (snapshot: Kysely<Queried>) => Promise<Found>,
): Promise<Seen<Found>> {
  return db.connection().execute(async snapshot => {
    try {
      await beginHolding(snapshot, projections);
      const place =
        after === undefined
          ? 'reached'
          : (await placeOf(snapshot, projections, after).executeTakeFirstOrThrow()).place;
      return { place, found: place !== 'behind' || last ? await read(snapshot) : undefined };
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

/** One row. Positions of one log compare as plain strings. */
function placeOf(db: Kysely<Queried>, projections: readonly Projection[], after: string) {
  return db
    .selectFrom('read_models.checkpoints')
    .where('projection', 'in', projections)
    .select(
      sql<Place>`case
        when bool_or(position < ${after} and not running) then 'stopped'
        when bool_or(position < ${after}) or count(*) < ${projections.length} then 'behind'
        else 'reached' end`.as('place'),
    );
}
