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

/** Longest time without looking, in milliseconds. */
const POLL = 1_000;
/** Pauses before a subscription that ended is made anew, in milliseconds: each twice the one before, and spread. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

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
    let pause = FIRST_PAUSE;
    while (!over.signal.aborted) {
      const subscription = connection.reads
        .client()
        .subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
      const end = () => void subscription.unsubscribe().catch(() => {});
      over.signal.addEventListener('abort', end, { once: true });
      subscription.once('confirmation', () => {
        pause = FIRST_PAUSE;
        // What came while nobody listened.
        tell();
      });
      try {
        for await (const _ of subscription) tell();
      } catch {
        // The server dropped it, or went: whoever reads meets the same trouble and reports it.
      }
      over.signal.removeEventListener('abort', end);
      tell();
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: over.signal, ref: false }).catch(
        () => {},
      );
      pause = Math.min(pause * 2, LONGEST_PAUSE);
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
