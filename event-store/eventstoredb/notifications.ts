import { END, excludeSystemEvents } from '@eventstore/db-client';
import { changeSignal } from '../../concurrency/change-signal.ts';
import { backoff, wait } from '../../concurrency/wait.ts';
import type { Connection } from './connection.ts';

/** Wakes subscribers. One subscription at the server tells that something was appended; the events are read from the log. */
export interface AppendNotifications {
  /** Number of notifications so far. */
  version(): number;
  /** Resolves when the version is higher, at the latest after a second: notifications may get lost, events may not. */
  waitAfter(version: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Longest time without reading the log, in milliseconds. */
const POLL = 1_000;

/**
 * Events are not taken from the server's subscription itself: it drops a slow consumer, it ends with every restart, and
 * its progress marks run ahead of the events.
 */
export function appendNotifications(connection: Connection): AppendNotifications {
  const over = new AbortController();
  const { notify, version, waitAfter } = changeSignal();
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
        // For what was appended before the subscription stood.
        notify();
      });
      try {
        for await (const _ of subscription) notify();
      } catch {
        // The server dropped it or stopped; readers meet the same error and report it.
      }
      over.signal.removeEventListener('abort', end);
      notify();
      await wait(pauses.next(), over.signal);
    }
  }

  return {
    version,
    async waitAfter(seen, signal) {
      if (!listening) {
        listening = true;
        void listen();
      }
      await waitAfter(seen, POLL, signal);
    },
    close() {
      over.abort();
      notify();
    },
  };
}
