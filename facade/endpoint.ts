import type * as z from 'zod/mini';
import type { Role } from '../domain/account/roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** 'anyone': no token needed. 'resetting': the token of a password-reset code, which can do nothing else. */
export type Callers = 'anyone' | 'resetting' | readonly Role[];

/**
 * One call of the product (spec 7): the single source of its route, its browser client, its OpenAPI entry and its
 * bad-input tests. `body` and `query` are strict: an unknown field is a 400 that names it.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Who extends Callers = Callers,
> {
  /** Unique; the handler table and the browser client are keyed by it. */
  readonly name: string;
  readonly method: Method;
  /** Express path; `:name` marks a parameter. */
  readonly path: string;
  /** Which process answers it. */
  readonly served: 'command' | 'query';
  readonly callers: Who;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Media type of a success that is not JSON: the handler replies with bytes or a streamed file. */
  readonly media?: 'audio/wav' | 'application/jsonl' | 'text/csv' | 'text/plain';
  /** Status of a success; by default 200. */
  readonly success?: 200 | 201 | 302;
  /** Another site sends the browser here. Without it, what is under `/auth` is for our own pages only. */
  readonly fromOtherSites?: true;
  /** Largest body in bytes; by default 64 KiB. */
  readonly bodyLimit?: number;
}

export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  const Who extends Callers = Callers,
>(definition: Endpoint<Params, Query, Body, Reply, Who>): Endpoint<Params, Query, Body, Reply, Who> {
  return definition;
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** The body of every reply that is not a success (spec 8). */
export interface Failure {
  readonly message: string;
  readonly messageVerbose?: string;
  readonly errorField?: string;
  readonly username?: string;
  readonly email?: string;
  /** Admin forms read this flag (spec 8). */
  readonly isError?: true;
  /** For a server error: the request's id (`X-Request-Id`), to find its log line. */
  readonly errorId?: string;
}

/** Custom request and reply headers. */
export const headers = {
  /** UUIDv7 of a command; sending it again changes nothing. */
  commandId: 'Idempotency-Key',
  /**
   * On a command's reply: the position of its events, as `{log}:{position}`. On a query: wait until the read models reach
   * it. On a query's reply: the read models' own position, when the requested one belongs to another log.
   */
  logPosition: 'X-Log-Position',
  /** On a query's reply: the read models are behind, have stopped, or were built from another log. */
  stale: 'X-Stale',
  /** Identifies a request in the logs. A proxy may set it; the reply always has it. */
  requestId: 'X-Request-Id',
} as const;
