import { EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable } from '../log.ts';
import { isBroken, ReplyTimeout } from './errors.ts';

/** Longest time without any part of a reply, in milliseconds: a frozen server gives no error for 18 s. */
const REPLY_TIMEOUT = 5_000;

/**
 * Longest wait for a node that is asked who leads the cluster, in seconds. Discovery asks one node after the other: with
 * the client's own 5 s a node that is frozen would use up the whole reply timeout of the call that waits for it.
 */
const GOSSIP_TIMEOUT = 1;

/** The address with our gossip timeout, unless it names one. */
export function withGossipTimeout(url: string): string {
  if (/[?&]gossipTimeout=/i.test(url)) return url;
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&';
  return `${url}${separator}gossipTimeout=${GOSSIP_TIMEOUT}`;
}

/** A client that is replaced by a fresh one after a failure: it does not always reconnect by itself. */
export interface ReconnectingClient {
  /**
   * Runs a call. `onReply` is to be called with every piece of a reply that comes in pieces: the timeout counts from the
   * last of them.
   * @throws ReplyTimeout; else whatever the client throws
   */
  call<T>(work: (client: EventStoreDBClient, onReply: () => void) => Promise<T>): Promise<T>;
  /** The present client, for subscriptions, which end when it is disposed of. */
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
 * A call that times out does not end the others: the client is replaced only when the server has not replied to any call
 * since that one was sent.
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
        // A reply in pieces ends silently, as if it were complete, when its client is disposed of.
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

/** @throws ReplyTimeout when the last piece of the reply is older than the timeout */
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
