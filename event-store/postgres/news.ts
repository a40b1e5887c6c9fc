import type pg from 'pg';
import { bell } from '../bell.ts';
import { backoff, wait } from '../wait.ts';
import { connect } from './connection.ts';

/** The net under NOTIFY, in milliseconds: a subscriber that heard nothing looks for itself this often. */
const POLL = 2_000;

/** Tells subscribers that something was appended. One connection, made when the first one waits. */
export interface News {
  /** Taken before reading: what is heard after it is not missed. */
  heard(): number;
  /** Resolves when more was heard than `heard`, when the signal aborts, or after 2 s: `'poll'`. */
  beyond(heard: number, signal: AbortSignal): Promise<'news' | 'poll'>;
  /** A poll found what no notification told: the connection may be dead without knowing it. */
  missed(): void;
  close(): Promise<void>;
}

export function newsOf(options: pg.ClientConfig): News {
  const { ring, heard, beyond } = bell();
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
        client.on('notification', ring);
        await client.query('listen event_log');
        pauses.reset();
        // What was appended while nobody listened.
        ring();
        if (closing.signal.aborted) await client.end();
        await ended;
      } catch {
        // Polling goes on meanwhile; the reader says so when the database is away.
      }
      await listening?.end().catch(() => {});
      listening = undefined;
      await wait(pauses.next(), closing.signal);
    }
  }

  return {
    heard,
    async beyond(before, signal) {
      if (!started) {
        started = true;
        void listen();
      }
      const over = AbortSignal.any([signal, closing.signal]);
      await beyond(before, POLL, over);
      return heard() > before || over.aborted ? 'news' : 'poll';
    },
    missed() {
      void listening?.end().catch(() => {});
    },
    async close() {
      closing.abort();
      await listening?.end().catch(() => {});
    },
  };
}
