import type pg from 'pg';
import { changeSignal } from '../../concurrency/change-signal.ts';
import { backoff, wait } from '../../concurrency/wait.ts';
import { connect } from './connection.ts';

/** A subscriber reads the log after this many milliseconds even without a notification, because NOTIFY may get lost. */
const POLL = 2_000;

/** Wakes subscribers after appends. One connection, made when the first subscriber waits. */
export interface AppendNotifications {
  /** Number of notifications so far. Take it before reading, so that no later notification is missed. */
  version(): number;
  /** Resolves when the version is higher, when the signal aborts, or after 2 s: `'poll'`. */
  waitAfter(version: number, signal: AbortSignal): Promise<'notified' | 'poll'>;
  /** Call it when a poll found events without a notification: the connection may be dead without an error. */
  reconnect(): void;
  close(): Promise<void>;
}

export function appendNotifications(options: pg.ClientConfig): AppendNotifications {
  const { notify, version, waitAfter } = changeSignal();
  let listening: pg.Client | undefined;
  let started = false;
  const closing = new AbortController();

  async function listen(): Promise<void> {
    const pauses = backoff(50, 2_000);
    while (!closing.signal.aborted) {
      try {
        const client = await connect(options);
        listening = client;
        const ended = new Promise<void>(resolve =>
          client.once('end', resolve).once('error', () => resolve()),
        );
        client.on('notification', notify);
        await client.query('listen event_log');
        pauses.reset();
        // For events appended before this connection listened.
        notify();
        if (closing.signal.aborted) await client.end();
        await ended;
      } catch {
        // Polling continues; reads report an unreachable database.
      }
      await listening?.end().catch(() => {});
      listening = undefined;
      await wait(pauses.next(), closing.signal);
    }
  }

  return {
    version,
    async waitAfter(seen, signal) {
      if (!started) {
        started = true;
        void listen();
      }
      const over = AbortSignal.any([signal, closing.signal]);
      await waitAfter(seen, POLL, over);
      return version() > seen || over.aborted ? 'notified' : 'poll';
    },
    reconnect() {
      void listening?.end().catch(() => {});
    },
    async close() {
      closing.abort();
      await listening?.end().catch(() => {});
    },
  };
}
