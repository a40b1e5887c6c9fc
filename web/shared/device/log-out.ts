import { releaseHeldAnswer } from '../outbox/held-answer.ts';
import { outboxOf } from '../outbox/outboxes.ts';
import type { Session } from '../session/session.ts';
import { clearLearner, unsentOf } from './clear.ts';
import { personOnDevice } from './person.ts';
import { storeUnsent } from './unsent.ts';

/** How long a logout waits for unsent commands, in milliseconds. */
const FLUSH_TIMEOUT = 10_000;

/**
 * Logs out. Unsent commands are sent first; those that cannot be sent stay, are reported on the login page, and are sent when
 * their learner logs in again. The learner's other data is cleared from this device (decision 53).
 * @throws CallFailure if the server did not end the session; then nothing is cleared
 */
export async function logOut(session: Session): Promise<void> {
  const { learner } = session.auth();
  if (learner) {
    const late = new Promise(resolve => setTimeout(resolve, FLUSH_TIMEOUT));
    const outbox = outboxOf(session, learner);
    await releaseHeldAnswer(learner, outbox).catch(logFailure);
    await Promise.race([outbox.flush().catch(logFailure), late]);
  }
  await session.logout();
  if (learner) await clearAfterLogout(learner);
}

/** Clears the data of a learner who has been signed out. */
export async function clearAfterLogout(learner: string): Promise<void> {
  try {
    storeUnsent(learner, await unsentOf(learner));
    await clearLearner(learner);
  } catch (error) {
    logFailure(error);
  }
}

/** Clears the data of the remembered learner if their session was ended elsewhere before this page was opened. */
export async function clearRemembered(session: Session): Promise<void> {
  const person = personOnDevice();
  // If another learner has logged in meanwhile, their login clears it.
  if (person && session.auth().learner === null && session.isOver()) await clearAfterLogout(person.learner);
}

function logFailure(error: unknown) {
  console.error('the data on this device could not be cleared', error);
}
