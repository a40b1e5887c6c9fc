import { CallFailure } from '../../facade/client/failure.ts';
import { notificationText } from './notification/texts.ts';

/** What a failed call says to people (spec 8): messageVerbose, else the catalogue's text of the message, else the message. */
export function refusalText(failure: unknown): string {
  if (!(failure instanceof CallFailure) || failure.status === undefined) return 'no server response';
  const { message, messageVerbose, username, email } = failure.body ?? {};
  if (messageVerbose !== undefined) return messageVerbose;
  return message === undefined
    ? 'Something went wrong.'
    : notificationText({ type: 'error', message, fields: { username, email } }).text;
}
