import type { Refusal } from '../../domain/refusal.ts';
import { type Failure, headers } from '../endpoint.ts';
import type { Logger } from './logger.ts';
import type { outages } from './outages.ts';
import { requestContext } from './request-context.ts';

/** A reply that is not a success. */
export interface FailedReply {
  readonly status: number;
  readonly failure: Failure;
  /** Seconds after which to retry. */
  readonly retryAfter?: number;
}

const statuses: Record<NonNullable<Refusal['because']>, number> = {
  missing: 404,
  conflict: 409,
  payment: 402,
  credentials: 401,
  rate: 429,
  unavailable: 503,
  rule: 422,
};

/** Said to whom no valid access token came from: the browser refreshes the session then (spec 7). */
export const noValidToken = 'a valid access token is required';

/** Converts a refusal to a reply of spec 8. */
export function fromRefusal({ refused, field, verbose, because, username, email }: Refusal): FailedReply {
  return {
    status: statuses[because ?? 'rule'],
    failure: {
      message: refused,
      ...(verbose !== undefined && { messageVerbose: verbose }),
      ...(field !== undefined && { errorField: field }),
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
    },
  };
}

/**
 * Converts a thrown error to a reply. The log's errors are recognised by `code`, because the facade does not import the
 * log. An unreachable database is a 503 like an unreachable log. Anything else is unexpected: the reply has only the
 * request's id, to find the log line.
 * @param outage reports an outage, see `outages.ts`
 */
export function fromError(
  error: unknown,
  request: string,
  { logger, outage }: { logger: Logger; outage: ReturnType<typeof outages> },
): FailedReply {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'LOG_CONFLICT')
    return { status: 409, failure: { message: 'Somebody else changed this at the same moment. Try again.' } };
  if (code === 'LOG_COMMAND_ID_REUSED')
    return {
      status: 422,
      failure: {
        message: 'this Idempotency-Key was used for another request',
        errorField: headers.commandId,
      },
    };
  if (code === 'LOG_INVALID_APPEND')
    return { status: 422, failure: { message: 'This is too much for one call.' } };
  // The account was deleted in another tab while this was at work, and its token with it.
  const missing = code === '23503' && error instanceof Error && 'constraint' in error && error.constraint;
  if (/_(account_id|learner)_fkey$/.test(String(missing)))
    return { status: 403, failure: { message: noValidToken } };
  const errorId = requestContext()?.requestId;
  const id = errorId === undefined ? {} : { errorId };
  if (error instanceof Error && code === 'READ_MODELS_UNAVAILABLE') {
    outage(error, request);
    return {
      status: 503,
      failure: { message: 'Your data is being prepared. Try again in a moment.', ...id },
      retryAfter: 5,
    };
  }
  if (error instanceof Error && (/^LOG_(UNAVAILABLE|AMBIGUOUS)$/.test(code) || isDatabaseAway(error))) {
    outage(error, request);
    return {
      status: 503,
      failure: { message: 'The service is not available for the moment. Try again.', ...id },
      retryAfter: 1,
    };
  }
  logger.error({ request, err: error }, 'an unexpected error');
  return { status: 500, failure: { message: 'Internal Server Error', ...id } };
}

/** Codes of Node for a connection that fails or cannot be made. */
const connectionFailures: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** Connection failures of Node, of the pg client, and of Postgres: its classes 08, 57P and 53300 (too many connections). */
export function isDatabaseAway({ code, message }: Error & { readonly code?: unknown }): boolean {
  return (
    connectionFailures.has(code) ||
    /^(08...|57P..|53300)$/.test(String(code)) ||
    /^(Connection terminated|timeout exceeded when trying to connect)|is not queryable$/.test(message)
  );
}
