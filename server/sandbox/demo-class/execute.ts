import type { Connection } from '../../../database/connect.ts';
import { aggregates } from '../../../event-store/aggregate/aggregates.ts';
import type { Snapshots } from '../../../event-store/aggregate/snapshots.ts';
import type { UpcastingLog } from '../../../event-store/upcasting.ts';
import { execute } from '../../../simulation/command.ts';
import type { LearnerHistory } from '../../../simulation/history.ts';

/** Learners whose commands are executed at the same time. */
const CONCURRENCY = 32;

export interface ExecutedClass {
  readonly commands: number;
  /** Commands that an earlier run had already executed. */
  readonly repeated: number;
  readonly events: number;
}

/**
 * Executes every command of every history on its real aggregate. A command that was executed before changes nothing, so a
 * run that was stopped continues when it is started again.
 * @param onProgress takes the number of commands executed so far
 * @throws Error when a command is refused, because the streams have other events than those of this class
 */
export async function executeAll(
  histories: readonly LearnerHistory[],
  { connection, log, snapshots }: { connection: Connection; log: UpcastingLog; snapshots: Snapshots },
  onProgress: (commands: number) => void,
  signal: AbortSignal,
): Promise<ExecutedClass> {
  await createAccounts(connection, histories);
  const ready = aggregates(log, { snapshots });
  const executed = { commands: 0, repeated: 0, events: 0 };
  const waiting = [...histories];
  const work = async () => {
    for (let history = waiting.shift(); history; history = waiting.shift())
      for (const { commandId, ...command } of history.commands) {
        signal.throwIfAborted();
        const name = { commandId, actor: history.learner };
        const done = await execute(ready, history.learner, command, name);
        executed.commands += 1;
        if (done.repeated) executed.repeated += 1;
        else executed.events += done.events.length;
        onProgress(executed.commands);
      }
  };
  const workers = Array.from({ length: CONCURRENCY }, work);
  // The first failure is the one to report; the log must not be closed while a worker still uses it.
  await Promise.allSettled(workers);
  await ready.settled();
  await Promise.all(workers);
  return executed;
}

/** Accounts without a password, so that nobody can log in as a simulated learner. */
async function createAccounts({ db }: Connection, histories: readonly LearnerHistory[]): Promise<void> {
  if (histories.length === 0) return;
  const accounts = histories.map(({ learner, signedUp }) => ({
    id: learner,
    username: `class${learner.slice(0, 12)}`,
    email: `${learner}@class.camino.localhost`,
    verified_at: new Date(signedUp),
    created_at: new Date(signedUp),
    has_logged_in: true,
  }));
  await db
    .insertInto('accounts')
    .values(accounts)
    .onConflict(conflict => conflict.doNothing())
    .execute();
}
