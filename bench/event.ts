import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../event-store/log.ts';

/** Made-up events of about the size of real ones. */

const metadata = { commandId: randomUUID(), actor: 'bench', at: new Date(0).toISOString(), schema: 1 };

export function fragmentChangedEvent(number: number): NewEvent {
  const cause = { kind: 'answer', question: 'q12345', sentence: 's12345' };
  return {
    id: randomUUID(),
    type: 'FragmentChanged',
    data: { epoch: 0, fragment: `f${number % 5000}`, from: 'I', to: 'II', cause },
    metadata,
  };
}
