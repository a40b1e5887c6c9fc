import pg from 'pg';

/** Asks runners to look at what operators want of them. */
export const CONTROL_CHANNEL = 'projection_control';

/**
 * A dedicated connection. The advisory lock and the batches of a projection share one, so that whoever loses the lock
 * has lost the means to write as well.
 */
export interface Session {
  readonly client: pg.Client;
  /** Aborted when the connection breaks. */
  readonly lost: AbortSignal;
  /** Runs the same text faster from the second time on: prepared once per session. Sends before it returns. */
  prepared(text: string, values: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

/** The database is away, or takes no work now; nobody's event is to blame. The caller connects anew. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
}

/**
 * A runner that hangs, died in a long statement, or whose machine went away must not keep the lock: the server ends
 * the session by itself.
 * Commits do not wait for the disk: after a crash rows and checkpoint are lost together, and come again.
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
 * Statements are sent without waiting for the answers to those before; `'to copy'` sends them one by one, because
 * `COPY` cannot share a pipeline.
 * @param onControl called when an operator asks something of the named projection
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

/** Connection, operator, resources, serialisation and lock errors: they say nothing about the events of a batch. */
export function isInfrastructureError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|40|53|55|57|58|XX)/.test(error.code ?? '08');
}

/** A lock was not to be had in time, or two transactions waited for each other. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

/** @throws SessionLost when not even that works */
export async function rollback(session: Session): Promise<void> {
  try {
    await session.client.query('rollback');
  } catch (cause) {
    throw new SessionLost(`the connection broke: ${reason(cause)}`, { cause });
  }
}

/** One active runner per projection and version, so that during a deployment the old version keeps serving. */
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
