import type { QueryClient } from '@tanstack/react-query';
import { releaseHeldAnswer } from '../outbox/held-answer.ts';
import { outboxOf } from '../outbox/outboxes.ts';
import type { Session } from '../session/session.ts';
import { clearOthers } from './clear.ts';
import { connectionNow, followConnection } from './connection.ts';
import { clearAfter } from './leave.ts';
import { tellLeft } from './left.ts';
import { followPerson, personOnDevice, rememberPerson } from './person.ts';
import { isContent, keepReplies } from './replies.ts';
import { registerWorker } from './worker.ts';

/** How often the server is asked again while it does not answer, in milliseconds. */
const AGAIN = 15_000;

let end: (() => void) | undefined;
let of: string | undefined;

/** Keeps for a learner what can be read without a connection. Once somebody is signed in, as often as one likes. */
export function keepOnDevice(session: Session, queries: QueryClient, learner: string): void {
  if (of === learner) return;
  end?.();
  of = learner;
  const logged = (error: unknown) => console.error('this device keeps nothing', error);
  clearOthers(learner).catch(logged);
  tellLeft(learner, undefined);
  releaseHeldAnswer(learner, outboxOf(session, learner)).catch(logged);
  const remember = () => {
    const { roles, subscribed, username } = session.auth();
    rememberPerson({ learner, username, roles, subscribed });
  };
  remember();
  let stopKeeping: (() => void) | undefined = keepReplies(learner, queries);
  // Another tab logged out, or logged in as somebody: nothing of this learner is written back.
  const stopFollowing = followPerson(() => {
    const isHere = personOnDevice()?.learner === learner;
    if (isHere) stopKeeping ??= keepReplies(learner, queries);
    else {
      stopKeeping?.();
      stopKeeping = undefined;
    }
  });
  const stopReconnecting = reconnect(session, queries, learner);
  const unsubscribe = session.subscribe(() => {
    const now = session.auth();
    if (now.learner === learner) return stopKeeping && remember();
    end?.();
    // Logged out, or the session was ended elsewhere.
    if (now.learner === null) void clearAfter(learner);
  });
  end = () => {
    end = undefined;
    of = undefined;
    stopKeeping?.();
    stopFollowing();
    stopReconnecting();
    unsubscribe();
  };
  registerWorker();
}

/** Sends what waits and reads again what may have changed, as soon as the server answers. */
function reconnect(session: Session, queries: QueryClient, learner: string): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const attempt = async () => {
    if (connectionNow() === 'up') return;
    const outbox = outboxOf(session, learner);
    await outbox.flush();
    // Replies that lack what waits would take it back on the screen.
    if (outbox.state().waiting > 0) return;
    await queries.refetchQueries({ type: 'active', predicate: query => !isContent(query) });
  };
  const again = () => void attempt().catch(error => console.error('still offline', error));
  const follow = followConnection(() => {
    clearInterval(timer);
    if (connectionNow() !== 'up') timer = setInterval(again, AGAIN);
  });
  addEventListener('online', again);
  return () => {
    clearInterval(timer);
    follow();
    removeEventListener('online', again);
  };
}
