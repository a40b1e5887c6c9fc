import type { Query, QueryClient } from '@tanstack/react-query';
import { get, update } from 'idb-keyval';
import { CallFailure } from '../../../facade/client/failure.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { whenIdle } from '../idle.ts';
import { shownInstead } from '../queries.ts';
import { isOpenHere } from './closing.ts';
import { tellConnection } from './connection.ts';
import { replyKey } from './keys.ts';

/** A query's data as it lies on the device. */
interface KeptReply {
  readonly data: unknown;
  /** When the server sent it, milliseconds since 1970; what the learner did since is in the data. */
  readonly at: number;
}

/** Queries that a chapter can be read by without a connection, and the library. By the first part of their key. */
const kept: ReadonlySet<unknown> = new Set([
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
/** Of those, the content of a chapter: its number is the third part of the key. */
const content: ReadonlySet<unknown> = new Set(['sentences', 'word-instances', 'answers']);
/** Queries that read only the device: that they succeed is no news of the server. */
const local: ReadonlySet<unknown> = new Set(['visit', 'chapter record', 'on this device']);

/** Whether a query brings what a chapter consists of. */
export function isContent({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return content.has(queryKey[0]);
}

/** Queries whose result comes from the device and is no news of the server. */
const fromDevice = new WeakSet<Query>();

const notHere = new CallFailure('FETCH_ERROR', {
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
 * What is shown when the server did not answer: what is on the screen, else what lies on the device.
 * @param reading the answer, when it is merely late: it is shown as soon as it comes
 * @param now milliseconds since 1970
 * @throws the failure when there is neither; without a connection that the chapter is closed, or not here
 */
export async function replyInstead(
  learner: string,
  query: Query,
  failure: unknown,
  { reading, now = Date.now() }: { readonly reading?: Promise<unknown>; readonly now?: number } = {},
): Promise<unknown> {
  const isAnswered = failure instanceof CallFailure && failure.status !== undefined;
  const found = await here(learner, query, now);
  if (!found || found instanceof CallFailure) {
    if (reading) return reading;
    throw isAnswered || !found ? failure : found;
  }
  const { data } = found;
  fromDevice.add(query);
  tellConnection(isAnswered ? 'failing' : 'down');
  if (reading && typeof data === 'object' && data) {
    shownInstead.add(data);
    reading.then(
      reply => query.setData(reply),
      // The server is asked again anyway.
      () => {},
    );
  }
  return data;
}

/** A query's data on the screen or on the device; of a chapter that cannot be read here, why; undefined without data. */
async function here(
  learner: string,
  query: Query,
  now: number,
): Promise<{ readonly data: unknown } | CallFailure | undefined> {
  const { queryKey, state } = query;
  if (!kept.has(queryKey[0])) return undefined;
  if (state.data !== undefined) return { data: state.data };
  const found = await read(learner, queryKey).catch(() => undefined);
  if (!isContent(query)) return found;
  if (!found) return notHere;
  return (await whatIsOpenHere(learner, now))(Number(queryKey[2])) ? found : closed;
}

/** Tells of a chapter, by its number, whether it could be read here without a connection now. */
export async function whatIsOpenHere(learner: string, now: number): Promise<(chapter: number) => boolean> {
  const me = await read(learner, ['profile']);
  const standing = me?.data as ReplyOf<typeof profile> | undefined;
  return chapter =>
    me !== undefined && standing !== undefined && isOpenHere(chapter, standing, { heard: me.at, now });
}

function read(learner: string, queryKey: readonly unknown[]): Promise<KeptReply | undefined> {
  return get<KeptReply>(replyKey(learner, queryKey));
}

/**
 * Keeps what the queries bring, and what the learner does to it, so that it can be shown without a connection.
 * @returns ends it
 */
export function keepReplies(learner: string, queries: QueryClient): () => void {
  const waiting = new Map<string, { readonly data: unknown; readonly at: number | undefined }>();
  let takeBack = () => {};
  const write = () => {
    takeBack();
    for (const [key, { data, at }] of waiting)
      update<KeptReply>(key, before => ({ data, at: at ?? before?.at ?? 0 })).catch(error =>
        console.error('a chapter cannot be kept on this device', error),
      );
    waiting.clear();
  };
  const keep = ({ queryKey, state: { data } }: Query, at: number | undefined) => {
    if (!kept.has(queryKey[0]) || data === undefined) return;
    const key = replyKey(learner, queryKey);
    if (waiting.size === 0) takeBack = whenIdle(write);
    // What the learner did to a reply that is not written yet leaves its time alone.
    waiting.set(key, { data, at: at ?? waiting.get(key)?.at });
  };
  const cache = queries.getQueryCache();
  for (const query of cache.getAll())
    if (query.state.status === 'success' && !fromDevice.delete(query)) keep(query, query.state.dataUpdatedAt);
  const unsubscribe = cache.subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.action.manual) return keep(event.query, undefined);
    if (fromDevice.delete(event.query)) return;
    if (!local.has(event.query.queryKey[0])) tellConnection('up');
    keep(event.query, Date.now());
  });
  const hide = () => document.visibilityState === 'hidden' && write();
  document.addEventListener('visibilitychange', hide);
  return () => {
    unsubscribe();
    takeBack();
    waiting.clear();
    document.removeEventListener('visibilitychange', hide);
  };
}
