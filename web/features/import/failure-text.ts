import { CallFailure } from '../../../facade/client/failure.ts';
import { loadFailure } from '../../shared/failures.ts';

/** Said where there is no connection, before anything was chosen and after. */
export const needsConnection = 'Words are looked up by the server. Connect first: nothing was changed.';

/** Why nothing can be shown. */
export function failureText(failure: unknown): string {
  const isUnanswered = failure instanceof CallFailure && failure.status === undefined;
  return isUnanswered ? needsConnection : loadFailure(failure);
}
