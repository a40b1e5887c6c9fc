import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../facade/endpoint.ts';
import { refresh } from '../../facade/identity.ts';
import { createSession, type Session } from '../shared/session/session.ts';

/** A request as the browser's client sent it. */
export interface Request<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** `Idempotency-Key` */
  readonly commandId: string | undefined;
  /** Account id of the access token; null without one. */
  readonly learner: string | null;
}

type Reply<E> = ReplyOf<E> | Response;

/** Replies to the typed client in component tests, through the real session and client; only `fetch` is replaced. */
export interface ScriptedServer {
  /** The reply to a call, until another is given. A promise keeps the request in flight; throwing is a lost connection. */
  readonly on: <E extends Endpoint>(
    endpoint: E,
    reply: (request: Request<E>) => Reply<E> | Promise<Reply<E>>,
  ) => void;
  /** Requests of a call so far, oldest first. */
  readonly requests: <E extends Endpoint>(endpoint: E) => readonly Request<E>[];
  readonly fetch: typeof globalThis.fetch;
}

/** A reply that is not a success. */
export function failure(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
  return Response.json({ message, ...more }, { status });
}

interface Script {
  readonly endpoint: Endpoint;
  readonly reply: (request: Request<Endpoint>) => unknown;
}

export function scriptedServer(): ScriptedServer {
  const scripts = new Map<string, Script>();
  const received: { readonly name: string; readonly request: Request<Endpoint> }[] = [];

  async function answer(address: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://camino.example');
    for (const { endpoint, reply } of scripts.values()) {
      const params = method === endpoint.method && paramsOf(endpoint.path, pathname);
      if (!params) continue;
      const sent = new Headers(headers);
      const request = {
        params,
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        commandId: sent.get('Idempotency-Key') ?? undefined,
        learner: learnerOf(sent.get('Authorization')),
      } as Request<Endpoint>;
      received.push({ name: endpoint.name, request });
      const replied = await reply(request);
      return replied instanceof Response
        ? replied
        : Response.json(replied, { status: endpoint.success ?? 200 });
    }
    // A status, not an exception: a lost connection would be tried again without a word.
    return failure(501, `the test has no reply to ${method} ${pathname}`);
  }

  return {
    on: (endpoint, reply) => void scripts.set(endpoint.name, { endpoint, reply: reply as Script['reply'] }),
    requests: <E extends Endpoint>(endpoint: E) =>
      received.filter(({ name }) => name === endpoint.name).map(({ request }) => request as Request<E>),
    fetch: (address, options = {}) => answer(String(address), options),
  };
}

function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const expression = pattern.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${expression}$`).exec(path);
  if (!match) return undefined;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

/** An access token as the browser reads it; the signature is the server's business. */
export function accessTokenOf(learner: string, roles: readonly string[] = ['user']): string {
  const claims = { sub: learner, UserInfo: { username: learner, roles, activeSubscription: true } };
  return `header.${btoa(JSON.stringify(claims))}.signature`;
}

function learnerOf(authorization: string | null): string | null {
  const payload = authorization?.split('.')[1];
  return payload === undefined ? null : JSON.parse(atob(payload)).sub;
}

/** A session as after the start of the page: signed in as a learner, or signed out. */
export async function sessionOn(server: ScriptedServer, learner: string | null): Promise<Session> {
  server.on(refresh, () =>
    learner === null ? failure(404, 'jwt cookie not found') : { accessToken: accessTokenOf(learner) },
  );
  const session = createSession({ fetch: server.fetch, takeToken: () => null, maySessionExist: () => true });
  await session.start();
  return session;
}
