import pg from 'pg';

/**
 * A pool whose broken connections do not crash the process. The server may end a connection at any time (restart, operator,
 * timeout): an idle one is replaced, one in use fails its query or transaction. Without error listeners Node would treat
 * either as an uncaught exception.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  // Nothing else listens to a checked-out connection, not even Kysely's transactions.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}
