import pg from 'pg';
import { Ambiguous, InvalidAppend, LogDamaged, Unavailable } from '../log.ts';

/** The server cancels a statement after this time, which releases the lock on the head. Milliseconds. */
const STATEMENT_TIMEOUT = 4_000;
/** A reply counts as lost after this time. Longer than the server's limit, so that the server answers first. Milliseconds. */
export const REPLY_TIMEOUT = 5_000;
const CONNECT_TIMEOUT = 3_000;

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'camino log',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: REPLY_TIMEOUT,
    keepAlive: true,
    // Custom plans for each group size cost more planning time than they save.
    options: '-c plan_cache_mode=force_generic_plan -c synchronous_commit=on',
  };
}

/** @throws Unavailable when no connection is made within 3 s. */
export async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options);
  // Without a listener a connection that breaks while idle would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    void client.end().catch(() => {});
    throw unavailable(cause);
  }
}

export function unavailable(cause: unknown): Unavailable {
  return new Unavailable(`Postgres cannot be reached: ${reason(cause)}`, { cause });
}

/** Whether the server reported a rollback; after any other error the outcome is unknown. */
export function wasRolledBack(error: unknown): error is pg.DatabaseError {
  // 08 and 57P: the connection or server is going away; XX: an internal error of the server.
  return error instanceof pg.DatabaseError && !/^(08|57P|XX)/.test(error.code ?? 'XX');
}

/** The server will always refuse these values: data exceptions, constraint violations, size limits. */
export function refusesTheData(error: unknown): boolean {
  return wasRolledBack(error) && !isDamage(error) && /^(22|23|54)/.test(error.code ?? '');
}

/**
 * A unique violation although the append held the lock on the head and checked its stream: positions above the head are
 * already taken, because `event_log.head` is older than `event_log.events`.
 */
function isDamage(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** The error of the port for a failed append. */
export function appendFailure(cause: unknown): Unavailable | Ambiguous | InvalidAppend | LogDamaged {
  if (cause instanceof Unavailable) return cause;
  if (isDamage(cause))
    return new LogDamaged(
      `event_log.head is behind event_log.events (was only a part restored?): ${reason(cause)}`,
      { cause },
    );
  if (refusesTheData(cause)) return new InvalidAppend(`Postgres refuses it: ${reason(cause)}`, { cause });
  if (wasRolledBack(cause)) return unavailable(cause);
  return new Ambiguous(`the reply to the append was lost: ${reason(cause)}`, { cause });
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
