import { CallFailure } from '../../../facade/client/failure.ts';
import { loadFailure } from '../../shared/failures.ts';
import { refusalText } from '../../shared/refusal-text.ts';

/** Shown without a connection, both before and after a file is chosen. */
export const needsConnection = 'Words are looked up by the server. Connect first: nothing was changed.';

/** The reason why no preview can be shown. */
export function failureText(failure: unknown): string {
  return isUnanswered(failure) ? needsConnection : loadFailure(failure);
}

/**
 * What became of a bulk change that failed. Without a reply that is not known: the server may have stored it.
 * @param some earlier parts of it were stored
 */
export function notDoneText(
  failure: unknown,
  what: 'credited' | 'imported' | 'taken back',
  { some }: { readonly some: boolean },
): string {
  return isUnanswered(failure)
    ? `The server did not answer, so it is not known whether they were ${what}. Try again to make sure.`
    : `${some ? 'Not all' : 'Nothing'} was ${what}: ${refusalText(failure)}`;
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === undefined;
}
