import type { Query, QueryClient } from '@tanstack/react-query';
import { get, update } from 'idb-keyval';
import { CallFailure } from '../../../facade/client/failure.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { whenIdle } from '../idle.ts';
import { shownFromDevice } from '../queries.ts';
import { setConnection } from './connection.ts';
import { replyKey } from './keys.ts';
import { mayReadOffline } from './offline-access.ts';

/** The data of a query, stored on the device. */
interface KeptReply {
  readonly data: unknown;
  /** When the server sent it, in milliseconds since 1970; `data` also contains later optimistic updates. */
  readonly at: number;
}

/** Queries of the library and of reading a chapter, by the first part of their keys. */
const storedQueries: ReadonlySet<unknown> = new Set([
  'profile',
  'books',
  'vocabularies',
  'known-count',
  'sentences',
  'word-instances',
  'answers',
  'sounds',
  'kept',
]);
/** The queries among them with a chapter's content; the third part of their keys is its number. */
const contentQueries: ReadonlySet<unknown> = new Set(['sentences', 'word-instances', 'answers']);
/** Queries that read only the device: their success says nothing about the server. */
const deviceQueries: ReadonlySet<unknown> = new Set(['visit', 'chapter record', 'on this device']);

/** Whether a query loads the content of a chapter. */
export function isContent({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return contentQueries.has(queryKey[0]);
}

/** Queries whose current result came from the device. */
const fromDevice = new WeakSet<Query>();

const notOnDevice = new CallFailure('FETCH_ERROR', {
  body: {
    message:
      'This chapter is not on this device. Open it once with a connection; then it can be read without one.',
  },
});
const closed = new CallFailure('FETCH_ERROR', {
  body: {
    message:
      'Connect to open this chapter again: what was paid for has ended, or this device was without a connection for 14 days.',
  },
});

/**
 * The data for a query without a reply of the server: those on the screen, otherwise those stored on the device.
 * @param reading the pending reply, if it is only late; it replaces the data when it arrives
 * @param now milliseconds since 1970
 * @throws the failure if there are no data; that the chapter is closed or not stored, if there is no connection
 */
export async function fallbackReply(
  learner: string,
  query: Query,
  failure: unknown,
  { reading, now = Date.now() }: { readonly reading?: Promise<unknown>; readonly now?: number } = {},
): Promise<unknown> {
  const isAnswered = failure instanceof CallFailure && failure.status !== undefined;
  const found = await storedData(learner, query, now);
  if (!found || found instanceof CallFailure) {
    if (reading) return reading;
    throw isAnswered || !found ? failure : found;
  }
  const { data } = found;
  fromDevice.add(query);
  setConnection(isAnswered ? 'failing' : 'down');
  if (reading && typeof data === 'object' && data) {
    shownFromDevice.add(data);
    reading.then(
      reply => query.setData(reply),
      // The query is refetched anyway.
      () => {},
    );
  }
  return data;
}

/**
 * The data of a query on the screen or on the device; for a chapter that may not be read, the reason; undefined without data.
 */
async function storedData(
  learner: string,
  query: Query,
  now: number,
): Promise<{ readonly data: unknown } | CallFailure | undefined> {
  const { queryKey, state } = query;
  if (!storedQueries.has(queryKey[0])) return undefined;
  if (state.data !== undefined) return { data: state.data };
  const found = await storedReply(learner, queryKey).catch(() => undefined);
  if (!isContent(query)) return found;
  if (!found) return notOnDevice;
  return (await offlineAccess(learner, now))(Number(queryKey[2])) ? found : closed;
}

/** Returns a function that tells, for a chapter's number, whether it may be read without a connection. */
export async function offlineAccess(learner: string, now: number): Promise<(chapter: number) => boolean> {
  const me = await storedReply(learner, ['profile']);
  const rights = me?.data as ReplyOf<typeof profile> | undefined;
  return chapter =>
    me !== undefined && rights !== undefined && mayReadOffline(chapter, rights, { lastReplyAt: me.at, now });
}

function storedReply(learner: string, queryKey: readonly unknown[]): Promise<KeptReply | undefined> {
  return get<KeptReply>(replyKey(learner, queryKey));
}

/**
 * Stores the results of queries, and the optimistic updates of them, for use without a connection.
 * @returns stops it
 */
export function keepReplies(learner: string, queries: QueryClient): () => void {
  const unwritten = new Map<string, { readonly data: unknown; readonly at: number | undefined }>();
  let cancelWrite = () => {};
  const writeOne = (key: string) => {
    const reply = unwritten.get(key);
    if (!reply || !unwritten.delete(key)) return;
    const { data, at } = reply;
    update<KeptReply>(key, before => ({ data, at: at ?? before?.at ?? 0 })).catch(error =>
      console.error('a chapter cannot be kept on this device', error),
    );
  };
  const write = () => {
    cancelWrite();
    for (const key of unwritten.keys()) writeOne(key);
  };
  const keep = ({ queryKey, state: { data } }: Query, at: number | undefined) => {
    if (!storedQueries.has(queryKey[0]) || data === undefined) return;
    const key = replyKey(learner, queryKey);
    if (unwritten.size === 0) cancelWrite = whenIdle(write);
    // An optimistic update of a reply that is not stored yet keeps the reply's time.
    unwritten.set(key, { data, at: at ?? unwritten.get(key)?.at });
    // The profile says which sentence is next: a page that ended before the write would ask the last one again.
    if (at === undefined && queryKey[0] === 'profile') writeOne(key);
  };
  const cache = queries.getQueryCache();
  for (const query of cache.getAll())
    if (query.state.status === 'success' && !fromDevice.delete(query)) keep(query, query.state.dataUpdatedAt);
  const unsubscribe = cache.subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.action.manual) return keep(event.query, undefined);
    if (fromDevice.delete(event.query)) return;
    if (!deviceQueries.has(event.query.queryKey[0])) setConnection('up');
    keep(event.query, Date.now());
  });
  const onHidden = () => document.visibilityState === 'hidden' && write();
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    unsubscribe();
    cancelWrite();
    unwritten.clear();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
