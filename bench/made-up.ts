import { randomUUID } from 'node:crypto';
import type { Log, NewEvent } from '../event-store/log.ts';

/** Made-up events of about the size of real ones. */

const metadata = { commandId: randomUUID(), actor: 'bench', at: new Date(0).toISOString(), schema: 1 };

export function changedFragment(number: number): NewEvent {
  const cause = { kind: 'answer', question: 'q12345', sentence: 's12345' };
  return {
    id: randomUUID(),
    type: 'FragmentChanged',
    data: { epoch: 0, fragment: `f${number % 5000}`, from: 'I', to: 'II', cause },
    metadata,
  };
}

/** Fills streams of so many learners, 500 events an append. @returns the number of events appended */
export async function fill(log: Log, events: number, learners: number): Promise<number> {
  const each = Math.ceil(events / learners);
  for (let learner = 0; learner < learners; learner++) {
    const stream = `vocabulary-${learner.toString(16).padStart(32, '0')}-bench`;
    for (let from = 0; from < each; from += 500) {
      const batch = Array.from({ length: Math.min(500, each - from) }, (_, index) =>
        changedFragment(from + index),
      );
      await log.append(stream, from === 0 ? 'none' : from - 1, batch);
    }
  }
  return each * learners;
}
