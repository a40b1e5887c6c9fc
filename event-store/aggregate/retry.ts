import { setTimeout as sleep } from 'node:timers/promises';
import { Ambiguous, Unavailable, WrongExpectedRevision } from '../log.ts';
import type { Executed } from './aggregate.ts';

/** A command is decided again after this many conflicts; the next one fails it. */
const MAX_CONFLICTS = 5;
/**
 * Longest pause after the second conflict in a row, in milliseconds. It doubles with each further conflict; a random part
 * of it is waited. Without a pause another process that sends many commands to the stream would win every time.
 */
const CONFLICT_BACKOFF = 100;
/** How often a command with an unknown outcome is sent again. */
const MAX_LOST_REPLIES = 3;
/** Pause before the first retry, in milliseconds; it grows by this much each time. */
const RETRY_PAUSE = 100;

/**
 * Attempts a command again after a conflict, and after a lost reply.
 * @param attempt called with the number of attempts before it
 * @throws WrongExpectedRevision after five conflicts in a row; Ambiguous after three lost replies; other errors of `attempt`
 */
export async function withRetries<Event, Refused>(
  attempt: (before: number) => Promise<Executed<Event, Refused>>,
): Promise<Executed<Event, Refused>> {
  let conflicts = 0;
  let lost = 0;
  for (let before = 0; ; before++) {
    try {
      const executed = await attempt(before);
      // An earlier attempt of this same call stored the events and its reply was lost: the caller sent the command once.
      return lost > 0 && executed.outcome === 'done' ? { ...executed, repeated: false } : executed;
    } catch (error) {
      if (error instanceof WrongExpectedRevision && conflicts < MAX_CONFLICTS) {
        if (conflicts > 0) await sleep(Math.random() * CONFLICT_BACKOFF * 2 ** (conflicts - 1));
        conflicts += 1;
      } else if (error instanceof Ambiguous || (error instanceof Unavailable && lost > 0)) {
        // After a lost reply, Unavailable does not say that nothing was stored: the lost attempt may have stored it.
        if (lost === MAX_LOST_REPLIES) throw new Ambiguous(error.message, { cause: error });
        lost += 1;
        await sleep(RETRY_PAUSE * lost);
      } else throw error;
    }
  }
}
