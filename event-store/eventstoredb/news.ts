import { setTimeout as sleep } from 'node:timers/promises';
import { END, excludeSystemEvents } from '@eventstore/db-client';
import type { Connection } from './connection.ts';

/** Wakes subscribers. One subscription at the server tells that something came; what came is read from the log. */
export interface News {
  /** Number of news so far. */
  heard(): number;
  /** Resolves when there is more than `heard`, at the latest after a second: news may get lost, events may not. */
  beyond(heard: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Longest time without looking, and pause before a broken subscription is made anew, in milliseconds. */
const POLL = 1_000;
const AGAIN = 250;

/**
 * Events are not taken from the server's subscription itself: it drops a slow consumer, it ends with every restart, and
 * its marks of progress run ahead of the events.
 */
export function newsOf(connection: Connection): News {
  const over = new AbortController();
  let count = 0;
  let listening = false;
  const sleepers = new Set<() => void>();

  function tell(): void {
    count += 1;
    for (const wake of sleepers) wake();
  }

  async function listen(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        const subscription = connection
          .client()
          .subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
        const end = () => void subscription.unsubscribe().catch(() => {});
        over.signal.addEventListener('abort', end, { once: true });
        for await (const _ of subscription) tell();
        over.signal.removeEventListener('abort', end);
      } catch {
        // Whoever reads meets the same trouble and reports it.
      }
      tell();
      await sleep(AGAIN, undefined, { signal: over.signal, ref: false }).catch(() => {});
    }
  }

  return {
    heard: () => count,
    async beyond(heard, signal) {
      if (!listening) {
        listening = true;
        void listen();
      }
      if (count > heard || signal.aborted) return;
      await new Promise<void>(resolve => {
        const wake = () => {
          clearTimeout(timer);
          sleepers.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, POLL);
        sleepers.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
    close() {
      over.abort();
      for (const wake of sleepers) wake();
    },
  };
}
