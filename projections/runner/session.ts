import pg from 'pg';

/** NOTIFY channel that makes runners read the control table. */
export const CONTROL_CHANNEL = 'projection_control';

/**
 * A dedicated connection. A projection's advisory lock and its batches use the same connection, so that a runner that
 * lost the lock cannot write any more.
 */
export interface Session {
  readonly client: pg.Client;
  /** Aborted when the connection breaks. */
  readonly lost: AbortSignal;
  /** Runs a prepared statement; prepared once per session. Sends it before returning. */
  prepared(text: string, values: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** The database is unreachable or overloaded; the batch's events are not the cause. The caller reconnects. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
}

/**
 * Timeouts let the server end the session of a runner that hangs or whose machine is gone, which releases the lock.
 * Asynchronous commit is safe: a crash loses rows and checkpoint together, and the events are applied again.
 */
const settings = `
  set synchronous_commit = off;
  set idle_session_timeout = '15s';
  set idle_in_transaction_session_timeout = '15s';
  set client_connection_check_interval = '1s';
  set tcp_keepalives_idle = 2;
  set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = 2;
  set tcp_user_timeout = 4000;
  listen ${CONTROL_CHANNEL};`;

/**
 * Statements are pipelined; `'to copy'` sends them one by one, because `COPY` does not work in a pipeline.
 * @param onControl called when an operator requests something for the named projection
 */
export async function openSession(
  databaseUrl: string,
  name: string,
  onControl: (projection: string) => void = () => {},
  use: 'to apply' | 'to copy' = 'to apply',
): Promise<Session> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `camino ${process.pid} ${name}`.slice(0, 63),
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    pipeline: use === 'to apply',
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ payload }) => onControl(payload ?? ''));
  const close = () => client.end().catch(() => {});
  try {
    await client.connect();
    await client.query(settings);
  } catch (cause) {
    void close();
    throw new SessionLost(`the read models' database cannot be reached: ${reason(cause)}`, { cause });
  }
  const statements = new Map<string, string>();
  return {
    client,
    lost: lost.signal,
    async prepared(text, values) {
      const statement = statements.get(text) ?? `s${statements.size}`;
      statements.set(text, statement);
      await client.query({ name: statement, text, values: [...values] });
    },
    close,
  };
}

/** Connection, operator, resource, serialisation and lock errors: not caused by the events of a batch. */
export function isInfrastructureError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|40|53|55|57|58|XX)/.test(error.code ?? '08');
}

/** A lock timeout or a deadlock. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

/** @throws SessionLost when the rollback fails */
export async function rollback(session: Session): Promise<void> {
  try {
    await session.client.query('rollback');
  } catch (cause) {
    throw new SessionLost(`the connection broke: ${reason(cause)}`, { cause });
  }
}

/** One leader per projection and version, so that during a deployment the old version keeps running. */
export async function tryBecomeLeader(
  session: Session,
  projection: string,
  version: number,
): Promise<boolean> {
  const { rows } = await session.client.query<{ leads: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads',
    [`projection ${projection} ${version}`],
  );
  return rows[0]?.leads === true;
}

export function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
