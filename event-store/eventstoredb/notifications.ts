import { END, excludeSystemEvents } from '@eventstore/db-client';
import { changeSignal } from '../../concurrency/change-signal.ts';
import { backoff, wait } from '../../concurrency/wait.ts';
import type { Connection } from './connection.ts';

/** Wakes subscribers. One subscription at the server signals appends; subscribers then read the events from the log. */
export interface AppendNotifications {
  /** Number of notifications so far. */
  version(): number;
  /** Resolves when the version is higher, and after a second in any case, because notifications may get lost. */
  waitAfter(version: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Subscribers read the log at least this often, in milliseconds. */
const POLL = 1_000;

/**
 * Events are not taken from the server's subscription, because it drops slow consumers, ends with every restart, and
 * reports checkpoints ahead of the events.
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
        // For events appended before the subscription was established.
        notify();
      });
      try {
        for await (const _ of subscription) notify();
      } catch {
        // The server dropped it or stopped; reads fail with the same error and report it.
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
