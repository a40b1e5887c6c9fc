import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { isPassing, learnerOf } from '../../bench/learners.ts';
import type { Aggregates, DomainEvent } from '../../event-store/aggregate/aggregate.ts';

/** A command that was answered with success. */
export interface Acknowledged {
  readonly stream: string;
  readonly commandId: string;
  readonly events: readonly DomainEvent[];
}

export interface Writers {
  readonly acknowledged: readonly Acknowledged[];
  /** Times a command went again because its reply was lost or the log was away. */
  readonly sentAgain: () => number;
  /** Resolves when the commands at hand are answered. @throws what a command should never have failed with */
  stop(): Promise<void>;
}

const WRITERS = 8;
/** Milliseconds between two commands of a writer: a load that rebuilds can catch up with on a small machine. */
const PAUSE = 40;
/** Beyond those who wrote the history. */
const FIRST_LEARNER = 10_000;

/** Learners who send commands, each again under its id until it is answered. */
export function startWriters(commands: Aggregates): Writers {
  const acknowledged: Acknowledged[] = [];
  let again = 0;
  let stopping = false;

  async function write(number: number): Promise<void> {
    for (const { step, at } of learnerOf(FIRST_LEARNER + number)) {
      const commandId = uuidv7();
      for (;;) {
        try {
          const events = await step.execute(commands, { commandId, actor: 'chaos' }, at);
          acknowledged.push({ stream: step.stream, commandId, events });
          break;
        } catch (error) {
          if (!isPassing(error)) throw error;
          again += 1;
          await sleep(100);
        }
      }
      if (stopping) return;
      await sleep(PAUSE * (0.5 + Math.random()));
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, number) => write(number)));
  writing.catch(() => {});

  return {
    acknowledged,
    sentAgain: () => again,
    async stop() {
      stopping = true;
      await writing;
    },
  };
}
