import type { Client } from '../../../facade/client/client.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { headers } from '../../../facade/endpoint.ts';
import { setLastRead } from '../../../facade/users.ts';
import {
  answerQuestions,
  changeVocabulary,
  markClause,
  markFragments,
  openChapter,
  undoCommand,
} from '../../../facade/vocabularies.ts';
import { messageOf } from '../failures.ts';
import type { Message, Sent } from './outbox.ts';

/** Statuses that do not depend on the command, so that it is sent again later. 429 is one of them. */
const passing: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/**
 * Sends one command of the outbox.
 * @param stillSignedIn whether the client's session is still that of the command's learner
 */
export async function sendMessage(
  client: Client,
  command: Message,
  stillSignedIn: () => boolean,
): Promise<Sent> {
  if (!stillSignedIn()) return { outcome: 'later' };
  const commandId = command.id;
  try {
    switch (command.kind) {
      case 'last read':
        await client.call(setLastRead, { body: command.body, commandId });
        break;
      case 'opened':
        await client.call(openChapter, { body: command.body, commandId });
        break;
      case 'mark':
        await client.call(changeVocabulary, { body: command.body, commandId });
        break;
      case 'clause':
        await client.call(markClause, { body: command.body, commandId });
        break;
      case 'marks':
        await client.call(markFragments, { body: command.body, commandId });
        break;
      case 'undo':
        await client.call(undoCommand, { body: command.body, commandId });
        break;
      case 'answers': {
        const { unfit } = await client.call(answerQuestions, { body: command.body, commandId });
        if (unfit.length > 0) return { outcome: 'delivered', lost: lostText(unfit.length) };
      }
    }
    return { outcome: 'delivered' };
  } catch (failure) {
    // If a refresh ended the session, the failure has the status of the refresh, which is not about the command.
    const sent: Sent = stillSignedIn() ? outcomeOf(failure) : { outcome: 'later' };
    if (command.kind === 'answers' && wasSentBefore(failure))
      return { outcome: 'delivered', lost: answeredElsewhere };
    // Refused commands are shown to the learner, except an opening: its refusal loses nothing of theirs.
    if (command.kind === 'opened' && sent.outcome === 'refused') {
      console.error('opening the chapter was not recorded', failure);
      return { outcome: 'delivered' };
    }
    return sent;
  }
}

/** For answers to questions that a corrected chapter no longer asks. */
function lostText(answers: number): string {
  const which = answers === 1 ? 'One answer no longer fits' : `${answers} answers no longer fit`;
  return `the chapter has been corrected since. ${which}; the others count.`;
}

/** A tab with the same entry of a sentence (see `Place`) has sent other answers, and was first. */
function wasSentBefore(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.body?.errorField === headers.commandId;
}
const answeredElsewhere = 'the sentence was answered in another tab. Those answers count.';

/** The outcome of a failed attempt. */
export function outcomeOf(failure: unknown): Sent {
  if (!(failure instanceof CallFailure)) {
    console.error('a message could not be sent', failure);
    return { outcome: 'later' };
  }
  const { kind, status, body } = failure;
  if (kind !== 'HTTP' || status === undefined || status >= 500 || passing.has(status))
    return { outcome: 'later' };
  // A concurrent write of two tabs names no field; the next attempt can succeed.
  if (status === 409 && body?.errorField === undefined) return { outcome: 'later' };
  const contentChanged = status === 409 && body?.errorField === 'contentVersion';
  return { outcome: 'refused', message: messageOf(failure) ?? 'SOMETHING WENT WRONG', contentChanged };
}

/** Without a reply the server may or may not have stored it, so it must be sent again under the same id. */
export function isUnanswered(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.kind !== 'HTTP';
}
