import { EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '../log.ts';
import { isBroken, Late } from './errors.ts';

/** Longest time without a word of a reply, in milliseconds: a frozen server gives no error for 18 s. */
const PATIENCE = 5_000;

/** A client, replaced by a fresh one behind a failure: it does not always find its way back by itself. */
export interface Line {
  /**
   * Runs a call. `heard` is to be called with every piece of a reply that comes in pieces: as long as they come, there
   * is patience.
   * @throws Late when there is no word in time; else whatever the client says
   */
  call<T>(work: (client: EventStoreDBClient, heard: () => void) => Promise<T>): Promise<T>;
  /** The client as it is now, for subscriptions, which end when it is disposed of. */
  client(): EventStoreDBClient;
  close(): Promise<void>;
}

interface Used {
  readonly client: EventStoreDBClient;
  /** Calls that wait for their reply. */
  calls: number;
  /** When the server last said anything on it, in the milliseconds of `performance.now()`. */
  heard: number;
  replaced: boolean;
  disposed: boolean;
}

/**
 * A call that is late takes nobody with it: the client is replaced only when the server has said nothing at all on it
 * since the call was sent.
 * @param disposal of a replaced client: `'at once'` ends its other calls; `'when idle'` lets them end by themselves
 */
export function openLine(url: string, disposal: 'at once' | 'when idle'): Line {
  const fresh = (): Used => ({
    client: EventStoreDBClient.connectionString(url),
    calls: 0,
    heard: 0,
    replaced: false,
    disposed: false,
  });
  let current = fresh();
  let closed = false;

  async function dispose(used: Used): Promise<void> {
    used.disposed = true;
    await used.client.dispose().catch(() => {});
  }

  function disposeWhenDue(used: Used): void {
    if (used.replaced && !used.disposed && (disposal === 'at once' || used.calls === 0)) void dispose(used);
  }

  function replace(broken: Used): void {
    if (current !== broken || closed) return;
    current = fresh();
    broken.replaced = true;
    disposeWhenDue(broken);
  }

  return {
    client: () => current.client,
    async call(work) {
      if (closed) throw new Unavailable('the log is closed');
      const used = current;
      const sent = performance.now();
      let word = sent;
      const heard = () => {
        word = performance.now();
        used.heard = word;
      };
      used.calls += 1;
      try {
        const reply = await inTime(work(used.client, heard), () => word);
        // The pieces of a client that was disposed of just end, as if there were no more.
        if (used.disposed) throw new Late('the connection ended before the reply did');
        heard();
        return reply;
      } catch (error) {
        if (error instanceof Late ? used.heard < sent : isBroken(error)) replace(used);
        else if (!(error instanceof Late)) heard();
        throw error;
      } finally {
        used.calls -= 1;
        disposeWhenDue(used);
      }
    },
    async close() {
      closed = true;
      await dispose(current);
    },
  };
}

/** @param word when the last piece of the reply came @throws Late */
function inTime<T>(asked: Promise<T>, word: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(look, PATIENCE);
    function look(): void {
      const left = word() + PATIENCE - performance.now();
      if (left > 0) timer = setTimeout(look, left);
      else reject(new Late(`no reply within ${PATIENCE / 1000} s`));
    }
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
