import type pg from 'pg';
import { migrate } from '../../database/migrate.ts';
import { Ambiguous, type Log, Unavailable } from '../../event-store/log.ts';
import { type CheckpointStore, type MoveCheckpoint, moveLog } from '../../event-store/move/move-log.ts';
import { pagesOf } from '../../event-store/pages.ts';
import { logInUse } from '../log-in-use.ts';
import { isEventStoreUrl } from '../setting-schemas.ts';
import { openLog } from '../stores.ts';
import { changeLogInUse } from './change-log.ts';
import { argumentsOf, type OperatorCommand, refuseArguments, WrongArgument } from './command.ts';
import { withDatabase } from './database.ts';
import { bar, duration } from './progress.ts';

/** Copies the whole log into another one and has the read models rebuilt from it. */
export const moveCommand: OperatorCommand = {
  name: 'move-log',
  usage: '--to esdb://… | postgres://… [--from …]',
  summary:
    'Copies the log, proves that nothing is missing, and has the read models rebuilt from the new one.',
  async run(args, { configuration, print, progress, signal }) {
    const { values, positionals } = argumentsOf(args, { to: { type: 'string' }, from: { type: 'string' } });
    refuseArguments(positionals);
    const to = addressOf('--to', values.to);
    const from = values.from === undefined ? undefined : addressOf('--from', values.from);
    await withDatabase(configuration, async ({ url, pool, isAppStopped }) => {
      if (configuration.databaseUrl === undefined && !isAppStopped)
        throw new Error('the app is running; stop it first, so that nothing is written meanwhile');
      await migrate(pool);
      await using source = closing(await openReachable('--from', from ?? configuration.eventStoreUrl ?? url));
      await using target = closing(await openReachable('--to', to));
      const targetId = await target.log.id();
      if (targetId !== (await source.log.id()) && (await logInUse(pool)) === targetId) {
        print('everything has been moved already: commands go to this log');
        return print(`Start the app ${settingFor(to, url)}.`);
      }
      const total = await countOf(source.log, signal);
      const began = performance.now();
      let resumedAt: number | undefined;
      const moved = await moveLog(
        source.log,
        target.log,
        moveCheckpoints(pool),
        ({ phase, events }) => {
          resumedAt ??= events;
          const rate = (events - resumedAt) / ((performance.now() - began) / 1000);
          const left = phase === 'moving' && rate > 0 ? [`${duration((total - events) / rate)} left`] : [];
          progress.show(
            [
              `${phase.padEnd(9)} ${bar(events, total)}`,
              `${events} of ${total} events`,
              ...(phase === 'moving' ? [`${Math.round(rate)} events/s`] : []),
              ...left,
            ].join('  '),
          );
        },
        signal,
      )
        .catch(error => {
          if (error instanceof Unavailable || error instanceof Ambiguous)
            throw new Error(
              `${error.message}; the move is unfinished: run the same command again when both logs answer, and it goes on where it stopped`,
              { cause: error },
            );
          throw error;
        })
        .finally(progress.end);
      await changeLogInUse(pool, targetId);
      await pool.query('drop table if exists event_log.move');
      print(`moved ${moved.events} events; both logs have the fingerprint ${moved.fingerprint}`);
      print(`Start the app ${settingFor(to, url)}. Every read model is then rebuilt from the new log.`);
    });
  },
};

function addressOf(name: string, given: string | undefined): string {
  if (given === undefined) throw new WrongArgument(`${name} is missing`);
  if (!isEventStoreUrl(given) && !(/^postgres(ql)?:\/\/./.test(given) && URL.canParse(given)))
    throw new WrongArgument(`${name} '${given}' is neither an esdb:// nor a postgres:// address`);
  return given;
}

/** Opens the log at an address and calls it once. @throws Error naming the argument */
async function openReachable(name: string, address: string): Promise<Log> {
  let log: Log | undefined;
  try {
    log = await (address.startsWith('esdb') ? openLog(address, '') : openLog(undefined, address));
    await log.id();
    return log;
  } catch (cause) {
    await log?.close();
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** How the app is started with the log at an address. @param own the app's database, where accounts and catalogue are */
function settingFor(address: string, own: string): string {
  if (isEventStoreUrl(address)) return `with EVENTSTORE_URL=${address}`;
  if (databaseOf(address) === databaseOf(own)) return 'without EVENTSTORE_URL';
  return (
    'with DATABASE_URL set to the new database, after everything but the log has been copied there too: ' +
    'pg_dump --exclude-schema=event_log --exclude-schema=read_models'
  );
}

function databaseOf(address: string): string {
  const { hostname, port, pathname } = new URL(address);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** The log, closed when the block that opened it ends. */
function closing(log: Log) {
  return { log, [Symbol.asyncDispose]: () => log.close() };
}

async function countOf(log: Log, signal: AbortSignal): Promise<number> {
  let events = 0;
  for await (const page of pagesOf(log, { signal })) events += page.length;
  return events;
}

/** Checkpoints in the app's database until the move is done, so that a stopped move can be resumed. */
function moveCheckpoints(pool: pg.Pool): CheckpointStore {
  const table = pool.query(`
    create schema if not exists event_log;
    create table if not exists event_log.move (
      one boolean primary key default true check (one),
      source text not null,
      target text not null,
      position text not null,
      moved bigint not null
    )`);
  return {
    async load() {
      await table;
      const { rows } = await pool.query<MoveCheckpoint>(
        'select source, target, position, moved::float8 as moved from event_log.move',
      );
      return rows[0];
    },
    async save({ source, target, position, moved }) {
      await pool.query(
        `insert into event_log.move (source, target, position, moved) values ($1, $2, $3, $4)
         on conflict (one) do update set source = $1, target = $2, position = $3, moved = $4`,
        [source, target, position, moved],
      );
    },
  };
}
