import type { Failure } from '../endpoint.ts';

/** How a call can fail (spec 8): no reply, too late a reply, a reply that is not JSON, or an HTTP error status. */
export type FailureKind = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'HTTP';

/** What `call` throws. `status` is there once a reply arrived, `body` when kind is HTTP. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly body: Failure | undefined;

  constructor(kind: FailureKind, more: { status?: number; body?: Failure; cause?: unknown } = {}) {
    super(more.body?.message ?? kind, { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.body = more.body;
  }
}

/** A transient failure: the server was not reached, or answered with an error of its own. */
export function isPassing(failure: unknown): boolean {
  return failure instanceof CallFailure && (failure.status === undefined || failure.status >= 500);
}
