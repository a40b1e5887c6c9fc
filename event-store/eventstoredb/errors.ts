import { Unavailable } from '../log.ts';

/** No reply in time. What was asked may have happened. */
export class ReplyTimeout extends Error {
  override readonly name = 'ReplyTimeout';
}

/** gRPC codes of a connection that is gone: cancelled, unknown, deadline, aborted, internal (RST_STREAM), unavailable. */
const brokenCodes: ReadonlySet<unknown> = new Set([1, 2, 4, 10, 13, 14]);

/**
 * Whether the connection is to blame. Errors of gRPC carry a code, with or without a type of the client's. One with a
 * type alone is the server's reply on a connection that works: the same append sent twice at once is answered with
 * `deadline-exceeded`.
 */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const type = 'type' in error ? String(error.type) : '';
  return /^(unavailable|not-leader)$/.test(type) || ('code' in error && brokenCodes.has(error.code));
}

/** The request certainly never left: nobody listens there. */
export function neverSent(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|No connection established|Failed to discover/i.test(error.message)
  );
}

/** What an operator is told: the reason itself, without what gRPC wraps around it. */
export function unavailable(cause: unknown): Unavailable {
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  const innermost = /Last error: (?:Error: )?(.+?)\. Resolution note/.exec(text)?.[1];
  return new Unavailable(`EventStoreDB cannot be reached: ${innermost ?? text}`, { cause });
}
