import { CallFailure } from '../../facade/client/failure.ts';

/** What the server said of a failure: messageVerbose or else message; undefined when it said nothing. */
export function messageOf(failure: unknown): string | undefined {
  if (!(failure instanceof CallFailure)) return undefined;
  return failure.body?.messageVerbose ?? failure.body?.message;
}

/** The text of a load that failed (spec 8): the server's message, or 'SOMETHING WENT WRONG'. */
export function loadFailure(failure: unknown): string {
  return (failure instanceof CallFailure && failure.body?.message) || 'SOMETHING WENT WRONG';
}
