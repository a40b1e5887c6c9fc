import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import type { LearnerEvents } from '../domain/learner-events.ts';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import { postgresSnapshots, type Snapshots } from '../event-store/aggregate/snapshots.ts';
import { withCircuitBreaker } from '../event-store/circuit-breaker.ts';
import type { Log } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import type { StreamReader } from '../event-store/stream-reader.ts';
import { type UpcastingLog, upcastingLog } from '../event-store/upcasting.ts';
import { isDatabaseAway } from '../facade/express/failures.ts';
import type { Configuration } from './configuration.ts';
import { learnerStreams } from './learner-streams.ts';
import { embeddedPostgres } from './postgres/postgres.ts';

/** How long a start waits for a database that cannot be reached, because it may be starting itself; in milliseconds. */
const START_PATIENCE = 60_000;

/** The stores of a process: the plain tables and, for command and projection processes, the log. */
export interface Stores {
  readonly databaseUrl: string;
  readonly connection: Connection;
  readonly events: { readonly log: UpcastingLog; readonly snapshots: Snapshots } | undefined;
  /** The learners' own streams, for queries. */
  readonly histories: StreamReader<LearnerEvents> | undefined;
  /** Ends connections; the embedded database stops last. */
  readonly close: () => Promise<void>;
}

/**
 * Opens what the process's roles need and migrates the schema, unless the database is a read-only replica.
 * @param report takes a line for the operator when the log or the embedded database goes away, or is back
 */
export async function openStores(
  {
    databaseUrl,
    eventStoreUrl,
    dataDirectory,
    roles,
  }: Pick<Configuration, 'databaseUrl' | 'eventStoreUrl' | 'dataDirectory' | 'roles'>,
  report: (line: string) => void,
): Promise<Stores> {
  const embedded =
    databaseUrl === undefined ? await embeddedPostgres({ directory: dataDirectory, report }) : undefined;
  const url = databaseUrl ?? embedded?.url ?? '';
  const connection = connect(url);
  const writes = roles.includes('command-api') || roles.includes('projections');
  let opened: Log | undefined;
  const close = async () => {
    // An error while closing a connection must not keep the database running.
    await Promise.allSettled([opened?.close(), connection.close()]);
    await embedded?.stop();
  };
  try {
    if (!(await isReplicaOnceReached(connection, report))) await migrate(connection.pool);
    if (!writes && !roles.includes('query-api'))
      return { databaseUrl: url, connection, events: undefined, histories: undefined, close };
    opened = withCircuitBreaker(await openLog(eventStoreUrl, url, { readOnly: !writes }), report);
    const log = upcastingLog(opened, upcasters);
    const histories = learnerStreams(log);
    if (!writes) return { databaseUrl: url, connection, events: undefined, histories, close };
    const snapshots = await postgresSnapshots(connection.pool);
    return { databaseUrl: url, connection, events: { log, snapshots }, histories, close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/**
 * The raw log, without upcasting; a move copies this one.
 * The EventStoreDB client is imported only when used, because it is the largest package.
 */
export async function openLog(
  eventStoreUrl: string | undefined,
  databaseUrl: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Log> {
  if (eventStoreUrl === undefined) return postgresLog({ url: databaseUrl, readOnly });
  const { eventStoreDbLog } = await import('../event-store/eventstoredb/eventstoredb-log.ts');
  return eventStoreDbLog({ url: eventStoreUrl });
}

/** Whether it is a replica, asked again until the database answers. */
async function isReplicaOnceReached(
  connection: Connection,
  report: (line: string) => void,
): Promise<boolean> {
  const giveUp = performance.now() + START_PATIENCE;
  for (let told = false; ; told = true)
    try {
      return await isReplica(connection);
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseAway(error) || performance.now() > giveUp) throw error;
      if (!told) report('the database cannot be reached yet; waiting a minute for it at most');
      await pause(500);
    }
}

/** A replica is read only; its primary is migrated by the processes that write. */
async function isReplica({ pool }: Connection): Promise<boolean> {
  const { rows } = await pool.query<{ replica: boolean }>('select pg_is_in_recovery() as replica');
  return rows[0]?.replica === true;
}
