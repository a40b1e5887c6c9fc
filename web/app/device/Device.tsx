import { lazy, Suspense, useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import { outboxOf } from '../../shared/outbox/outboxes.ts';
import { useSession, useSessionActions } from '../../shared/session.tsx';

const Waiting = lazy(() => import('./Waiting.tsx').catch(() => ({ default: () => null })));

/** What the app does with this device for whoever is signed in. A chunk of its own, behind every page that reads. */
export default function Device() {
  const session = useSessionActions();
  const { learner } = useSession();
  // What an earlier visit left goes on whatever page it ended.
  useEffect(() => {
    if (learner !== null) void outboxOf(session, learner).flush();
  }, [session, learner]);
  // A banner would move the question away under a finger: these two say it in their bar.
  const chapter = useMatch('/sv/*');
  const review = useMatch('/review');
  if (learner === null || chapter || review) return null;
  return (
    <Suspense fallback={null}>
      <Waiting key={learner} learner={learner} />
    </Suspense>
  );
}
