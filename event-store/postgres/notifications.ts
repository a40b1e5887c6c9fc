import type pg from 'pg';
import { changeSignal } from '../../concurrency/change-signal.ts';
import { backoff, wait } from '../../concurrency/wait.ts';
import { connect } from './connection.ts';

/** Milliseconds after which a subscriber without a notification reads the log anyway: NOTIFY may get lost. */
const POLL = 2_000;

/** Tells subscribers that something was appended. One connection, made when the first one waits. */
export interface AppendNotifications {
  /** Taken before reading, so that no later notification is missed. */
  version(): number;
  /** Resolves when the version is higher, when the signal aborts, or after 2 s: `'poll'`. */
  waitAfter(version: number, signal: AbortSignal): Promise<'notified' | 'poll'>;
  /** To be called when a poll found what no notification told: the connection may be dead without an error. */
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
        // For what was appended before this connection listened.
        notify();
        if (closing.signal.aborted) await client.end();
        await ended;
      } catch {
        // Polling continues meanwhile; readers report a database that is away.
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
