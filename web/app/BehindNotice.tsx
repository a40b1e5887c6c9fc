import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Banner } from '../shared/components/feedback/Banner.tsx';
import { useSessionActions } from '../shared/session.tsx';

/** How often what is shown is read again while it is behind, in milliseconds. */
const AGAIN = 5_000;

/** Says that what is shown may be older than what the learner did, and reads it again until it is not. */
export function BehindNotice() {
  const session = useSessionActions();
  const queries = useQueryClient();
  const isBehind = useSyncExternalStore(session.subscribe, session.isBehind);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(() => void queries.refetchQueries({ type: 'active' }), AGAIN);
    return () => clearInterval(timer);
  }, [isBehind, queries]);
  if (!isBehind) return null;
  return (
    <Banner type="error">
      What you see may be a little behind: your newest answers are safe, and will show here soon.
    </Banner>
  );
}
