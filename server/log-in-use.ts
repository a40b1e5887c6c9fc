import type pg from 'pg';
import { type Log, Unavailable } from '../event-store/log.ts';

/** For how long a checked log id stays valid, in milliseconds. */
const CHECK_INTERVAL = 60_000;

/**
 * The log for commands: calls fail with Unavailable when the log is not the one that this installation uses. With a wrong
 * address commands would otherwise be decided on empty streams and stored in a log without projections. The first log
 * that is used is recorded as the installation's; `move-log` and `accept-log` change it.
 */
export function requireLogInUse<InUse extends Log>(log: InUse, pool: pg.Pool): InUse {
  let checked: { readonly id: Promise<string>; readonly at: number } | undefined;

  async function check(): Promise<string> {
    const id = await log.id();
    const expected = await claimLog(pool, id);
    if (id === expected) return id;
    throw new Unavailable(
      `the log at this address (${id}) is not the one in use (${expected}): correct EVENTSTORE_URL, bring the events over with move-log, or accept this log with accept-log`,
    );
  }

  function checkedId(): Promise<string> {
    if (checked && performance.now() - checked.at < CHECK_INTERVAL) return checked.id;
    const checking = { id: check(), at: performance.now() };
    checked = checking;
    checking.id.catch(() => {
      if (checked === checking) checked = undefined;
    });
    return checking.id;
  }

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    await checkedId();
    return call();
  }

  return {
    ...log,
    id: checkedId,
    append: (...append) => guarded(() => log.append(...append)),
    readStream: (...page) => guarded(() => log.readStream(...page)),
    readAll: (...page) => guarded(() => log.readAll(...page)),
    async *subscribe(...after: Parameters<Log['subscribe']>) {
      await checkedId();
      yield* log.subscribe(...after);
    },
  };
}

/** The id of the log in use; undefined before the first command process connected to its log. */
export async function logInUse(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ log_id: string }>('select log_id from log_in_use');
  return rows[0]?.log_id;
}

/** The id of the log in use; records `first` when there is none yet. */
async function claimLog(pool: pg.Pool, first: string): Promise<string> {
  const known = await logInUse(pool);
  if (known !== undefined) return known;
  const { rows } = await pool.query<{ log_id: string }>(
    `insert into log_in_use (log_id) values ($1)
     on conflict (only_row) do update set log_id = log_in_use.log_id returning log_id`,
    [first],
  );
  return rows[0]?.log_id ?? first;
}

/** Records the log that commands must use from now on. */
export async function setLogInUse(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `insert into log_in_use (log_id) values ($1) on conflict (only_row) do update set log_id = excluded.log_id`,
    [id],
  );
}
