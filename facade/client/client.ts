import { v7 as uuidv7 } from 'uuid';
import {
  type BodyOf,
  type Endpoint,
  headers,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../endpoint.ts';
import { refresh } from '../identity.ts';
import { parseLogPosition } from '../log-position.ts';
import { CallFailure } from './failure.ts';

/** Storage of the access token. The client reads it for each request and stores a refreshed one. */
export interface Tokens {
  readonly read: () => string | null;
  /** Account id in the access token; null when signed out. */
  readonly subject: () => string | null;
  /** A refresh brought a new access token. */
  readonly store: (accessToken: string) => void;
  /** The server refused to refresh: the session is over. */
  readonly end: () => void;
}

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [key in Name]?: undefined }
  : { readonly [key in Name]: Value };

/** The input of a call: exactly the parts that its endpoint has. */
export type RequestOf<E> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    /** UUIDv7 of a command, to repeat it with the same id; generated if absent. */
    readonly commandId?: string;
    readonly signal?: AbortSignal;
    /** Called before a query's reply that lacks this client's last write. */
    readonly onStale?: () => void;
  };

type Arguments<E> =
  Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

export interface Client {
  /**
   * One call of the product (spec 7). Resolves with the reply of a success; throws CallFailure, or the signal's
   * reason when the caller aborted. A 403 refreshes the access token and sends the call once more; parallel 403s
   * share one refresh, and a refresh without data is the outcome. When the refresh brings another account's token
   * (another tab logged in with the same cookie), the 403 is the outcome: a call is never repeated for another account.
   */
  readonly call: <E extends Endpoint>(endpoint: E, ...request: Arguments<E>) => Promise<ReplyOf<E>>;
  /** Exchanges the refresh cookie for an access token, stores and returns it; throws CallFailure. */
  readonly refresh: () => Promise<string>;
}

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly commandId?: string;
  readonly signal?: AbortSignal;
  readonly onStale?: () => void;
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Loose): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/** Statuses of a refresh that mean there is no session (404 'jwt cookie not found'); 429 and 5xx do not. */
const sessionIsOver: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404]);

/**
 * For how long a position is sent with queries, in milliseconds. Read models normally reach it within a second. After a
 * restored backup no read model may ever reach it, and each query would wait for its timeout.
 */
const rememberedFor = 60_000;

/** Positions of different logs cannot be compared: then the newer one replaces the older. */
function isBefore(one: string, other: string): boolean {
  const [a, b] = [parseLogPosition(one), parseLogPosition(other)];
  return a !== undefined && a.log === b?.log && a.position < b.position;
}

/** A client for the browser. `timeout` in milliseconds is the longest wait for one reply. */
export function createClient({
  fetch = globalThis.fetch.bind(globalThis),
  tokens,
  baseUrl = '',
  timeout = 30_000,
  onFreshness = () => {},
}: {
  readonly fetch?: typeof globalThis.fetch;
  readonly tokens: Tokens;
  readonly baseUrl?: string;
  readonly timeout?: number;
  /** Called for each query's reply: whether its read models had not reached this client's last write. */
  readonly onFreshness?: (query: string, isStale: boolean) => void;
}): Client {
  /** Position of this client's last write, and when it was received. */
  let written: { readonly position: string; readonly at: number } | undefined;
  let refreshing: Promise<string> | undefined;

  async function send(endpoint: Endpoint, request: Loose, commandId: string | undefined): Promise<unknown> {
    const sent = new Headers({ Accept: 'application/json' });
    const token = tokens.read();
    if (token !== null) sent.set('Authorization', `Bearer ${token}`);
    if (commandId !== undefined) sent.set(headers.commandId, commandId);
    else if (written && Date.now() - written.at < rememberedFor)
      sent.set(headers.logPosition, written.position);
    if (request.body !== undefined) sent.set('Content-Type', 'application/json');

    const late = AbortSignal.timeout(timeout);
    const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
    let status: number | undefined;
    let text: string;
    let isStale = false;
    try {
      const response = await fetch(baseUrl + addressOf(endpoint, request), {
        method: endpoint.method,
        headers: sent,
        credentials: 'include',
        signal,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      status = response.status;
      isStale = response.headers.has(headers.stale);
      const position = response.headers.get(headers.logPosition);
      if (
        position !== null &&
        !(written && Date.now() - written.at < rememberedFor && isBefore(position, written.position))
      )
        written = { position, at: Date.now() };
      text = await response.text();
    } catch (cause) {
      if (request.signal?.aborted) throw request.signal.reason;
      throw new CallFailure(late.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', { cause });
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (cause) {
      throw new CallFailure('PARSING_ERROR', { status, cause });
    }
    if (status >= 200 && status < 300) {
      if (endpoint.served === 'query') onFreshness(endpoint.name, isStale);
      if (isStale) request.onStale?.();
      return body;
    }
    const failure =
      typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
        ? { ...body, message: body.message }
        : undefined;
    throw new CallFailure('HTTP', failure ? { status, body: failure } : { status });
  }

  function refreshOnce(): Promise<string> {
    refreshing ??= (async () => {
      try {
        const { accessToken } = (await send(refresh, {}, uuidv7())) as ReplyOf<typeof refresh>;
        tokens.store(accessToken);
        return accessToken;
      } catch (failure) {
        if (failure instanceof CallFailure && failure.kind === 'HTTP' && sessionIsOver.has(failure.status))
          tokens.end();
        throw failure;
      } finally {
        refreshing = undefined;
      }
    })();
    return refreshing;
  }

  async function call(endpoint: Endpoint, request: Loose = {}): Promise<unknown> {
    const commandId = endpoint.served === 'command' ? (request.commandId ?? uuidv7()) : undefined;
    const subject = tokens.subject();
    // The server would only refuse a call without the token that is on its way.
    if (tokens.read() === null && refreshing && endpoint.callers !== 'anyone') {
      await refreshing;
      if (tokens.subject() !== subject) throw new CallFailure('HTTP', { status: 403 });
    }
    const tokenBefore = tokens.read();
    try {
      return await send(endpoint, request, commandId);
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.status === 403)) throw failure;
      // Another call has refreshed the token since this call was sent: no second refresh is needed.
      const tokenNow = tokens.read();
      if (refreshing || tokenNow === null || tokenNow === tokenBefore) await refreshOnce();
      if (tokens.subject() !== subject) throw failure;
      return await send(endpoint, request, commandId);
    }
  }

  return { call: call as Client['call'], refresh: refreshOnce };
}
