import { Unavailable } from '../log.ts';

/** No reply within the timeout. The server may still have executed the request. */
export class ReplyTimeout extends Error {
  override readonly name = 'ReplyTimeout';
}

/** gRPC codes of a connection that is gone: cancelled, unknown, deadline, aborted, internal (RST_STREAM), unavailable. */
const brokenCodes: ReadonlySet<unknown> = new Set([1, 2, 4, 10, 13, 14]);

/**
 * Whether the connection failed. gRPC errors have a `code`, sometimes also the client library's `type`. An error with only
 * a `type` is a reply over a working connection: the server answers an append that is sent twice at once with
 * `deadline-exceeded`.
 */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const type = 'type' in error ? String(error.type) : '';
  return /^(unavailable|not-leader)$/.test(type) || ('code' in error && brokenCodes.has(error.code));
}

/** The request was certainly not sent: the connection was refused. */
export function neverSent(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|No connection established|Failed to discover/i.test(error.message)
  );
}

/** The error with its root cause as message, without gRPC's wrapping. */
export function unavailable(cause: unknown): Unavailable {
  const text = cause instanceof Error ? cause.message || cause.name : String(cause);
  const innermost = /Last error: (?:Error: )?(.+?)\. Resolution note/.exec(text)?.[1];
  return new Unavailable(`EventStoreDB cannot be reached: ${innermost ?? text}`, { cause });
}
