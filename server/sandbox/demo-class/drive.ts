import { subscription, subscriptionStream } from '../../../command-api/billing/subscription.ts';
import { reading, readingStream } from '../../../command-api/reading/aggregate.ts';
import { vocabulary, vocabularyStream } from '../../../command-api/vocabulary/aggregate.ts';
import type { Connection } from '../../../database/connect.ts';
import { type Aggregates, aggregates } from '../../../event-store/aggregate/aggregate.ts';
import type { Snapshots } from '../../../event-store/aggregate/snapshots.ts';
import type { Log } from '../../../event-store/log.ts';
import type { LivedCommand } from './diary.ts';
import type { Life } from './life.ts';

/** Learners at work at the same time. */
const AT_ONCE = 32;

export interface Driven {
  readonly commands: number;
  /** Those that an earlier run had given already. */
  readonly repeated: number;
  readonly events: number;
}

/**
 * Gives every command of every life to its real aggregate. A command that was given before changes nothing, so a run
 * that was stopped goes on where it was when it is started again.
 * @param onProgress commands done so far
 * @throws Error when a command is refused: the streams hold something else than this class
 */
export async function drive(
  lives: readonly Life[],
  { connection, log, snapshots }: { connection: Connection; log: Log; snapshots: Snapshots },
  onProgress: (commands: number) => void,
  signal: AbortSignal,
): Promise<Driven> {
  await makeAccounts(connection, lives);
  const ready = aggregates(log, { snapshots });
  const driven = { commands: 0, repeated: 0, events: 0 };
  const waiting = [...lives];
  const work = async () => {
    for (let life = waiting.shift(); life; life = waiting.shift())
      for (const command of life.commands) {
        signal.throwIfAborted();
        const done = await give(ready, life.learner, command);
        driven.commands += 1;
        if (done.repeated) driven.repeated += 1;
        else driven.events += done.events.length;
        onProgress(driven.commands);
      }
  };
  const workers = Array.from({ length: AT_ONCE }, work);
  // The first failure is the reason; the log is closed when nobody uses it any more.
  await Promise.allSettled(workers);
  await ready.settled();
  await Promise.all(workers);
  return driven;
}

async function give(to: Aggregates, learner: string, { commandId, at, ...lived }: LivedCommand) {
  const context = { commandId, at, actor: learner };
  const done = await execute();
  if (done.outcome === 'refused')
    throw new Error(
      `${lived.aggregate} of ${learner} refuses '${lived.command.type}': ${done.refusal.refused}`,
    );
  return done;

  function execute() {
    switch (lived.aggregate) {
      case 'vocabulary':
        return to.execute(vocabulary, vocabularyStream(learner, lived.language), lived.command, context);
      case 'reading':
        return to.execute(reading, readingStream(learner, lived.book), lived.command, context);
      case 'subscription':
        return to.execute(subscription, subscriptionStream(learner), lived.command, context);
    }
  }
}

/** Accounts without a password: nobody can sign in as a made-up learner. */
async function makeAccounts({ db }: Connection, lives: readonly Life[]): Promise<void> {
  if (lives.length === 0) return;
  const accounts = lives.map(({ learner, signedUp }) => ({
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
