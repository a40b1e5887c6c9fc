import { CallFailure } from '../../facade/client/failure.ts';
import { notificationText } from './notification/texts.ts';

/** The text of a failed call (spec 8): messageVerbose, else the catalogue's text for the message, else the message. */
export function refusalText(failure: unknown): string {
  if (!(failure instanceof CallFailure) || failure.status === undefined) return 'no server response';
  const { message, messageVerbose, username, email } = failure.body ?? {};
  if (messageVerbose !== undefined) return messageVerbose;
  return message === undefined
    ? 'Something went wrong.'
    : notificationText({ type: 'error', message, fields: { username, email } }).text;
}
