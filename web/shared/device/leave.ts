import { releaseHeldAnswer } from '../outbox/held-answer.ts';
import { outboxOf } from '../outbox/outboxes.ts';
import type { Session } from '../session/session.ts';
import { clearLearner, waitingOf } from './clear.ts';
import { tellLeft } from './left.ts';
import { personOnDevice } from './person.ts';

/** How long a logout waits for what has not been sent, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Logs out. What waits is sent first; what cannot be sent stays, is told on the login page, and goes when its learner signs in
 * again. Everything else of them goes from this device (decision 53).
 * @throws CallFailure when the server did not end the session: then nothing is cleared
 */
export async function leave(session: Session): Promise<void> {
  const { learner } = session.auth();
  if (learner) {
    const late = new Promise(resolve => setTimeout(resolve, PATIENCE));
    const outbox = outboxOf(session, learner);
    await releaseHeldAnswer(learner, outbox).catch(logged);
    await Promise.race([outbox.flush().catch(logged), late]);
  }
  await session.logout();
  if (learner) await clearAfter(learner);
}

/** Clears what lies here of somebody who is signed in no more. */
export async function clearAfter(learner: string): Promise<void> {
  try {
    tellLeft(learner, await waitingOf(learner));
    await clearLearner(learner);
  } catch (error) {
    logged(error);
  }
}

/** Clears what lies here of who was signed in last, when their session was ended elsewhere before the page was opened. */
export async function clearRemembered(session: Session): Promise<void> {
  const person = personOnDevice();
  // Whoever has logged in meanwhile clears what others have left.
  if (person && session.auth().learner === null && session.isOver()) await clearAfter(person.learner);
}

function logged(error: unknown) {
  console.error('what lies on this device could not be looked through', error);
}
