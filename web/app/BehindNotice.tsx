import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import { Banner } from '../shared/components/feedback/Banner.tsx';
import { useIsBehind } from '../shared/session.tsx';

/** How often what is shown is read again while it is behind, in milliseconds. */
const AGAIN = 5_000;

/** Says that what is shown may be older than what the learner did, and reads it again until it is not. */
export function BehindNotice() {
  const queries = useQueryClient();
  const isBehind = useIsBehind();
  // A banner would push the question away under a finger: the reader says it in its bar.
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
