import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import { Banner } from '../shared/components/feedback/Banner.tsx';
import { useIsBehind } from '../shared/session.tsx';

/** Interval of refetching stale data, in milliseconds. */
const AGAIN = 5_000;

/** Says that the shown data may be stale, and fetches it again until it is not. */
export function BehindNotice() {
  const queries = useQueryClient();
  const isBehind = useIsBehind();
  // A banner would move the question while the learner taps; the reader shows it in its bar.
  const isReader = useMatch('/sv/*') !== null;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(() => void queries.refetchQueries({ type: 'active' }), AGAIN);
    return () => clearInterval(timer);
  }, [isBehind, queries]);
  if (!isBehind || isReader) return null;
  return (
    <Banner type="error">
      What you see may be a little behind: your newest answers are safe, and will show here soon.
    </Banner>
  );
}
