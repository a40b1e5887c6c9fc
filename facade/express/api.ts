import type { Request, Response } from 'express';
import type { Role } from '../../domain/account/roles.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../endpoint.ts';
import type { LogPosition } from '../log-position.ts';

/** Who sent a request, as the access token says. */
export interface Caller {
  /** Opaque account id (32 hex digits), the learner id of the log. */
  readonly id: string;
  readonly username: string | null;
  readonly roles: readonly Role[];
  readonly activeSubscription: boolean;
  /** The session (refresh token family) the token belongs to. */
  readonly session: string;
}

/** Who redeemed a password-reset code: may set a new password and do nothing else. */
export interface ResetCaller {
  readonly purpose: 'reset';
  readonly id: string;
  /** Which redeemed code; it sets one password. */
  readonly reset: string;
}

/** The caller a handler can count on, from its endpoint's `callers`. */
export type CallerOf<E> = E extends { readonly callers: infer Who }
  ? Who extends 'anyone'
    ? Caller | null
    : Who extends 'resetting'
      ? ResetCaller
      : Caller
  : never;

/** What a handler gets: everything is validated, the caller is allowed. */
export interface HandlerRequest<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: CallerOf<E>;
  /** The `Idempotency-Key`, or a UUIDv7 made here when the client sent none. */
  readonly commandId: string;
  /** Hash of endpoint, address and body as sent: the same command id with another request is refused by it. */
  readonly fingerprint: string;
  /** When the request was taken, ISO 8601 UTC. */
  readonly at: string;
  /** `X-Log-Position` of a query: wait until the read models are there. */
  readonly after: LogPosition | undefined;
  /** A command tells where it wrote; becomes `X-Log-Position` of the reply. */
  readonly wrote: (position: string) => void;
  /**
   * A query tells that its answer may lack something: the read models had not reached `after` in time, have stopped, or
   * were built from another log. Becomes `X-Stale: true`.
   */
  readonly stale: () => void;
  /** A query tells where its read models are when `after` belongs to another log; becomes `X-Log-Position`. */
  readonly readFrom: (at: LogPosition) => void;
  /** For cookies, redirects and addresses; bodies and statuses are the binding's. */
  readonly http: { readonly request: Request; readonly response: Response };
}

export type Handler<E> = (request: HandlerRequest<E>) => Promise<ReplyOf<E> | Refusal>;

/** Registers the handler of one endpoint; each endpoint of a process is served exactly once. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;
