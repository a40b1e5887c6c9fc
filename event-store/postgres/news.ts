import type pg from 'pg';
import { connect } from './connection.ts';

/** The net under NOTIFY, in milliseconds: a subscriber that heard nothing looks for itself this often. */
const POLL = 2_000;
const LONGEST_PAUSE = 2_000;

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
  let heard = 0;
  let listening: pg.Client | undefined;
  let started = false;
  const closing = new AbortController();
  const waiting = new Set<() => void>();

  function tell(): void {
    heard += 1;
    for (const wake of [...waiting]) wake();
  }

  async function listen(): Promise<void> {
    let pause = 50;
    while (!closing.signal.aborted) {
      try {
        const client = await connect(options);
        listening = client;
        const ended = new Promise<void>(resolve =>
          client.once('end', resolve).once('error', () => resolve()),
        );
        client.on('notification', tell);
        await client.query('listen event_log');
        pause = 50;
        // What was appended while nobody listened.
        tell();
        if (closing.signal.aborted) await client.end();
        await ended;
      } catch {
        // Polling goes on meanwhile; the reader says so when the database is away.
      }
      await listening?.end().catch(() => {});
      listening = undefined;
      await abortable(pause * (0.5 + Math.random()), closing.signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  return {
    heard: () => heard,
    async beyond(before, signal) {
      if (!started) {
        started = true;
        void listen();
      }
      if (heard > before || signal.aborted || closing.signal.aborted) return 'news';
      const turn = new AbortController();
      const wake = () => turn.abort();
      waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      await abortable(POLL, turn.signal);
      signal.removeEventListener('abort', wake);
      waiting.delete(wake);
      return turn.signal.aborted ? 'news' : 'poll';
    },
    missed() {
      void listening?.end().catch(() => {});
    },
    async close() {
      closing.abort();
      tell();
      await listening?.end().catch(() => {});
    },
  };
}

/** Waits so many milliseconds, or until the signal. */
function abortable(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}
