import type { QueryClient } from '@tanstack/react-query';
import { hasSessionMarker } from '../../../facade/session-marker.ts';
import { releaseLeftAnswer } from '../outbox/held-answer.ts';
import { outboxOf } from '../outbox/outboxes.ts';
import type { Session } from '../session/session.ts';
import { clearOthers } from './clear.ts';
import { connectionNow, followConnection } from './connection.ts';
import { clearAfterLogout } from './log-out.ts';
import { followPerson, personOnDevice, rememberPerson } from './person.ts';
import { isContent, keepReplies } from './replies.ts';
import { storeUnsent } from './unsent.ts';
import { registerWorker } from './worker.ts';

/** Interval of retries while the server does not answer, in milliseconds. */
const RETRY_INTERVAL = 15_000;

let stop: (() => void) | undefined;
let keptLearner: string | undefined;

/**
 * Stores the data that a learner needs to read without a connection. Call it whenever a learner is signed in; repeated calls do
 * nothing.
 */
export function keepOnDevice(session: Session, queries: QueryClient, learner: string): void {
  if (keptLearner === learner) return;
  stop?.();
  keptLearner = learner;
  const logFailure = (error: unknown) => console.error('no data can be stored on this device', error);
  clearOthers(learner).catch(logFailure);
  storeUnsent(learner, undefined);
  releaseLeftAnswer(learner, outboxOf(session, learner)).catch(logFailure);
  const remember = () => {
    const { roles, subscribed, username } = session.auth();
    rememberPerson({ learner, username, roles, subscribed });
  };
  remember();
  let stopKeeping: (() => void) | undefined = keepReplies(learner, queries);
  // If another tab logs in to another account, nothing of this learner is stored again. If it logs out, this tab does, too.
  const stopFollowing = followPerson(() => {
    const isHere = personOnDevice()?.learner === learner;
    if (isHere) stopKeeping ??= keepReplies(learner, queries);
    else {
      stopKeeping?.();
      stopKeeping = undefined;
      if (!hasSessionMarker(document.cookie)) session.forget();
    }
  });
  const stopReconnecting = reconnect(session, queries, learner);
  const unsubscribe = session.subscribe(() => {
    const now = session.auth();
    if (now.learner === learner) return stopKeeping && remember();
    stop?.();
    // The learner logged out, or the session was ended elsewhere.
    if (now.learner === null) void clearAfterLogout(learner);
  });
  stop = () => {
    stop = undefined;
    keptLearner = undefined;
    stopKeeping?.();
    stopFollowing();
    stopReconnecting();
    unsubscribe();
  };
  registerWorker();
}

/** Sends unsent commands and refetches the shown data as soon as the server answers. */
function reconnect(session: Session, queries: QueryClient, learner: string): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const attempt = async () => {
    if (connectionNow() === 'up') return;
    const outbox = outboxOf(session, learner);
    await outbox.flush();
    // Replies that lack unsent commands would undo them on the screen.
    if (outbox.state().waiting > 0) return;
    await queries.refetchQueries({ type: 'active', predicate: query => !isContent(query) });
  };
  const retry = () => void attempt().catch(error => console.error('still offline', error));
  const unfollow = followConnection(() => {
    clearInterval(timer);
    if (connectionNow() !== 'up') timer = setInterval(retry, RETRY_INTERVAL);
  });
  addEventListener('online', retry);
  return () => {
    clearInterval(timer);
    unfollow();
    removeEventListener('online', retry);
  };
}
