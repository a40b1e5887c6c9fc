import { END, excludeSystemEvents } from '@eventstore/db-client';
import { bell } from '../bell.ts';
import { backoff, wait } from '../wait.ts';
import type { Connection } from './connection.ts';

/** Wakes subscribers. One subscription at the server tells that something came; what came is read from the log. */
export interface News {
  /** Number of news so far. */
  heard(): number;
  /** Resolves when there is more than `heard`, at the latest after a second: news may get lost, events may not. */
  beyond(heard: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Longest time without looking, in milliseconds. */
const POLL = 1_000;

/**
 * Events are not taken from the server's subscription itself: it drops a slow consumer, it ends with every restart, and
 * its marks of progress run ahead of the events.
 */
export function newsOf(connection: Connection): News {
  const over = new AbortController();
  const { ring, heard, beyond } = bell();
  let listening = false;

  async function listen(): Promise<void> {
    const pauses = backoff(100, 2_000);
    while (!over.signal.aborted) {
      const subscription = connection.reads
        .client()
        .subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
      const end = () => void subscription.unsubscribe().catch(() => {});
      over.signal.addEventListener('abort', end, { once: true });
      subscription.once('confirmation', () => {
        pauses.reset();
        // What came while nobody listened.
        ring();
      });
      try {
        for await (const _ of subscription) ring();
      } catch {
        // The server dropped it, or went: whoever reads meets the same trouble and reports it.
      }
      over.signal.removeEventListener('abort', end);
      ring();
      await wait(pauses.next(), over.signal);
    }
  }

  return {
    heard,
    async beyond(before, signal) {
      if (!listening) {
        listening = true;
        void listen();
      }
      await beyond(before, POLL, signal);
    },
    close() {
      over.abort();
      ring();
    },
  };
}
