import pg from 'pg';

/**
 * A pool whose broken connections never end the process. The server may end a connection at any time (a restart, an
 * operator, a timeout): an idle one is replaced, and one in use fails the query or the transaction that uses it. Without
 * listeners Node would treat either as an uncaught exception.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  // A connection that is checked out is listened to by nobody else, a Kysely transaction included.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}
