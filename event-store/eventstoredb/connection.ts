import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '../log.ts';

/** Longest wait for a reply, in milliseconds: a frozen server gives no error for 18 s. */
const PATIENCE = 5_000;

/** The client, replaced by a fresh one behind a failure: it does not always find its way back by itself. */
export interface Connection {
  /** Runs a call. @throws Late when there is no reply in time; else whatever the client says */
  call<T>(work: (client: EventStoreDBClient) => Promise<T>): Promise<T>;
  /**
   * Runs a call whose reply comes in pieces. When the client is replaced meanwhile its replies just end, as if there
   * were no more: such a reply is worth nothing. @throws Late then too
   */
  read<T>(work: (client: EventStoreDBClient) => Promise<T>): Promise<T>;
  /** The client as it is now, for subscriptions, which end when it is replaced. */
  client(): EventStoreDBClient;
  close(): Promise<void>;
}

/** No reply in time. What was asked may have happened. */
export class Late extends Error {
  override readonly name = 'Late';
}

/** @param url `esdb://host:port?tls=false` */
export function openConnection(url: string): Connection {
  let client = EventStoreDBClient.connectionString(url);
  let closed = false;

  function replace(broken: EventStoreDBClient): void {
    if (client !== broken || closed) return;
    client = EventStoreDBClient.connectionString(url);
    broken.dispose().catch(() => {});
  }

  async function call<T>(work: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    if (closed) throw new Unavailable('the log is closed');
    const used = client;
    const late = new AbortController();
    const asked = work(used);
    // What answers after its time is nobody's any more.
    asked.catch(() => {});
    try {
      return await Promise.race([
        asked,
        sleep(PATIENCE, undefined, { signal: late.signal, ref: false }).then(() => {
          throw new Late(`no reply within ${PATIENCE} ms`);
        }),
      ]);
    } catch (error) {
      if (error instanceof Late || isBroken(error)) replace(used);
      throw error;
    } finally {
      late.abort();
    }
  }

  return {
    client: () => client,
    call,
    async read(work) {
      const used = client;
      const reply = await call(work);
      if (closed || used !== client) throw new Late('the connection ended before the reply did');
      return reply;
    },
    async close() {
      closed = true;
      await client.dispose().catch(() => {});
    },
  };
}

/** gRPC codes of a connection that is gone: cancelled, unknown, deadline, internal (RST_STREAM), unavailable. */
const brokenCodes: ReadonlySet<unknown> = new Set([1, 2, 4, 10, 13, 14]);

/** Bare gRPC errors carry a code and no type; the client's own carry a type. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const type = 'type' in error ? String(error.type) : '';
  return (
    /unavailable|deadline|cancelled|timeout|not-leader/.test(type) ||
    (type === '' && 'code' in error && brokenCodes.has(error.code))
  );
}

/** The request certainly never left: nobody listens there. */
export function neverSent(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|No connection established|Failed to discover/i.test(error.message)
  );
}
