import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Aggregates, DomainEvent } from '../event-store/aggregate/aggregate.ts';
import { Ambiguous, Unavailable, WrongExpectedRevision } from '../event-store/log.ts';
import { execute, streamOf } from './command.ts';
import { endlessLearner } from './endless.ts';

/** A command that was answered with success. */
export interface Acknowledged {
  readonly stream: string;
  readonly commandId: string;
  readonly events: readonly DomainEvent[];
}

export interface Writers {
  readonly acknowledged: readonly Acknowledged[];
  /** Number of retries after a lost reply or while the log was unreachable. */
  readonly retries: () => number;
  /** Resolves when the commands in flight are answered. @throws the first error that is not transient */
  stop(): Promise<void>;
}

const WRITERS = 8;
/** Milliseconds between two commands of a writer, so that rebuilds can catch up on a small machine. */
const PAUSE = 40;
/** Numbers above those of the learners who wrote the history. */
const FIRST_LEARNER = 10_000;

/** Simulated learners who send commands; each command is repeated under its id until it is answered. */
export function startWriters(commands: Aggregates): Writers {
  const acknowledged: Acknowledged[] = [];
  let retries = 0;
  let stopping = false;

  async function write(number: number): Promise<void> {
    const learner = endlessLearner(number);
    for (const command of learner.commands) {
      const stream = streamOf(learner.id, command);
      const commandId = uuidv7();
      for (;;) {
        try {
          const { events } = await execute(commands, learner.id, command, { commandId, actor: 'chaos' });
          acknowledged.push({ stream, commandId, events });
          break;
        } catch (error) {
          if (!isTransient(error)) throw error;
          retries += 1;
          await sleep(100);
        }
      }
      if (stopping) return;
      await sleep(PAUSE * (0.5 + Math.random()));
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, number) => write(FIRST_LEARNER + number)));
  writing.catch(() => {});

  return {
    acknowledged,
    retries: () => retries,
    async stop() {
      stopping = true;
      await writing;
    },
  };
}

/** Whether a command may be sent again under its id after this. */
function isTransient(error: unknown): boolean {
  return error instanceof Unavailable || error instanceof Ambiguous || error instanceof WrongExpectedRevision;
}
