import { EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '../log.ts';
import { isBroken, ReplyTimeout } from './errors.ts';

/** Longest time between parts of a reply, in milliseconds. A frozen server causes no error of its own for 18 s. */
const REPLY_TIMEOUT = 5_000;

/**
 * Timeout for asking a node which node leads the cluster, in seconds. Discovery asks the nodes one after the other: with
 * the client's default of 5 s one frozen node would use up the whole reply timeout of the waiting call.
 */
const GOSSIP_TIMEOUT = 1;

/** Adds our gossip timeout to an address that has none. */
export function withGossipTimeout(url: string): string {
  if (/[?&]gossipTimeout=/i.test(url)) return url;
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&';
  return `${url}${separator}gossipTimeout=${GOSSIP_TIMEOUT}`;
}

/** A client that is replaced after a failure, because the library does not always reconnect. */
export interface ReconnectingClient {
  /**
   * Runs a call. A streamed reply calls `onReply` for every part: the timeout counts from the last one.
   * @throws ReplyTimeout, and the client's own errors
   */
  call<T>(work: (client: EventStoreDBClient, onReply: () => void) => Promise<T>): Promise<T>;
  /** The current client, for subscriptions. They end when it is disposed of. */
  client(): EventStoreDBClient;
  close(): Promise<void>;
}

interface Used {
  readonly client: EventStoreDBClient;
  /** Calls that wait for their reply. */
  calls: number;
  /** When the server last replied to any call on it, in the milliseconds of `performance.now()`. */
  lastReplyAt: number;
  replaced: boolean;
  disposed: boolean;
}

/**
 * A timeout of one call does not end the others: the client is replaced only when the server has replied to no call since
 * that one was sent.
 * @param disposal of a replaced client: `'at once'` ends its other calls; `'when idle'` lets them finish
 */
export function reconnectingClient(url: string, disposal: 'at once' | 'when idle'): ReconnectingClient {
  const fresh = (): Used => ({
    client: EventStoreDBClient.connectionString(withGossipTimeout(url)),
    calls: 0,
    lastReplyAt: 0,
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
      const sentAt = performance.now();
      let lastReplyAt = sentAt;
      const onReply = () => {
        lastReplyAt = performance.now();
        used.lastReplyAt = lastReplyAt;
      };
      used.calls += 1;
      try {
        const reply = await inTime(work(used.client, onReply), () => lastReplyAt);
        // A streamed reply ends without an error, as if it were complete, when its client is disposed of.
        if (used.disposed) throw new ReplyTimeout('the connection ended before the reply did');
        onReply();
        return reply;
      } catch (error) {
        if (error instanceof ReplyTimeout ? used.lastReplyAt < sentAt : isBroken(error)) replace(used);
        else if (!(error instanceof ReplyTimeout)) onReply();
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

/** @throws ReplyTimeout when the last part of the reply is older than the timeout */
function inTime<T>(reply: Promise<T>, lastReplyAt: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(check, REPLY_TIMEOUT);
    function check(): void {
      const left = lastReplyAt() + REPLY_TIMEOUT - performance.now();
      if (left > 0) timer = setTimeout(check, left);
      else reject(new ReplyTimeout(`no reply within ${REPLY_TIMEOUT / 1000} s`));
    }
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
