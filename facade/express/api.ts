import type { Request, Response } from 'express';
import type { Role } from '../../domain/account/roles.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../endpoint.ts';
import type { LogPosition } from '../log-position.ts';

/** The signed-in caller of a request, from the access token. */
export interface Caller {
  /** Opaque account id (32 hex digits), the learner id of the log. */
  readonly id: string;
  readonly username: string | null;
  readonly roles: readonly Role[];
  readonly activeSubscription: boolean;
  /** The session (refresh token family) the token belongs to. */
  readonly session: string;
}

/** A caller who redeemed a password-reset code and may only set a new password. */
export interface ResetCaller {
  readonly purpose: 'reset';
  readonly id: string;
  /** Id of the redeemed code; it sets one password. */
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

/** A handler's request: validated, and the caller is authorised. */
export interface HandlerRequest<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: CallerOf<E>;
  /** The `Idempotency-Key`, or a generated UUIDv7 without one. */
  readonly commandId: string;
  /** Hash of endpoint, address and body, to refuse a command id that is reused for another request. */
  readonly fingerprint: string;
  /** When the request arrived, ISO 8601 UTC. */
  readonly at: string;
  /** `X-Log-Position` of a query: wait until the read models reach it. */
  readonly after: LogPosition | undefined;
  /** Called by a command with the position of its events; becomes `X-Log-Position` of the reply. */
  readonly appended: (position: string) => void;
  /**
   * Called by a query when its reply may be behind: the read models had not reached `after` in time, have stopped, or
   * were built from another log. Becomes `X-Stale: true`.
   */
  readonly stale: () => void;
  /** Called by a query with its read models' position when `after` belongs to another log; becomes `X-Log-Position`. */
  readonly readAt: (at: LogPosition) => void;
  /** For cookies, redirects and addresses only; `create-api.ts` writes bodies and statuses. */
  readonly http: { readonly request: Request; readonly response: Response };
}

export type Handler<E> = (request: HandlerRequest<E>) => Promise<ReplyOf<E> | Refusal>;

/** Registers the handler of one endpoint; each endpoint of a process is served exactly once. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;
