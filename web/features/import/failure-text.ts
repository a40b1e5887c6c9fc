import { CallFailure } from '../../../facade/client/failure.ts';
import { loadFailure } from '../../shared/failures.ts';

/** Shown without a connection, both before and after a file is chosen. */
export const needsConnection = 'Words are looked up by the server. Connect first: nothing was changed.';

/** The reason why no preview can be shown. */
export function failureText(failure: unknown): string {
  const isUnanswered = failure instanceof CallFailure && failure.status === undefined;
  return isUnanswered ? needsConnection : loadFailure(failure);
}
