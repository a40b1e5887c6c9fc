import { CallFailure } from '../../facade/client/failure.ts';

/** The server's message of a failure: messageVerbose, else message; undefined without one. */
export function messageOf(failure: unknown): string | undefined {
  if (!(failure instanceof CallFailure)) return undefined;
  return failure.body?.messageVerbose ?? failure.body?.message;
}

/** The text for a failed load without a message of the server (spec 8). */
export const unknownFailure = 'SOMETHING WENT WRONG';

/** The text for a failed load (spec 8): the server's message, or `unknownFailure`. */
export function loadFailure(failure: unknown): string {
  return (failure instanceof CallFailure && failure.body?.message) || unknownFailure;
}

/** Of the failures of one page, the first that has a message, else the first: offline only the chapter's texts have one. */
export function mostTelling(errors: readonly unknown[]): unknown {
  const failures = errors.filter(error => error !== null && error !== undefined);
  return failures.find(failure => messageOf(failure) !== undefined) ?? failures[0];
}
