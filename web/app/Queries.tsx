import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useMatch } from 'react-router-dom';
import type { Client } from '../../facade/client/client.ts';
import { areAnswersStored } from '../features/home/sample/stored-answers.ts';
import { profileQuery, vocabulariesQuery } from '../shared/queries.ts';
import { useClient, useSession } from '../shared/session.tsx';
import { BehindNotice } from './BehindNotice.tsx';
import { createQueryClient } from './query-client.ts';

/** Every page works without it if it cannot be loaded. */
const OnDevice = lazy(() => import('./device/OnDevice.tsx').catch(() => ({ default: () => null })));

interface Kept {
  readonly learner: string | null;
  readonly queries: QueryClient;
}

/** A module variable, so that the cache outlives the page that filled it. */
let kept: Kept | undefined;

/** Each account has its own cache. */
function keptFor(learner: string | null, isAway: boolean): Kept {
  if (kept?.learner !== learner) kept = { learner, queries: createQueryClient(learner, isAway) };
  return kept;
}

/** Reads profile and vocabulary before a page asks for them (spec 2, Layouts). */
export function prefetch(client: Client, learner: string | null): void {
  const { queries } = keptFor(learner, false);
  void queries.prefetchQuery(profileQuery(client));
  void queries.prefetchQuery(vocabulariesQuery(client));
}

/** Around every page that reads. A chunk of its own, because visitors need none of it. */
export default function Queries() {
  const client = useClient();
  const { learner, username, accessToken } = useSession();
  const isAway = accessToken === null;
  // The reader loads the same after its first question, which keeps its first load small. The reader and the review show
  // unsent commands themselves.
  const isReader = useMatch('/sv/*') !== null;
  const isReview = useMatch('/review') !== null;
  const [mine, setMine] = useState<Kept>();
  useLayoutEffect(() => setMine(keptFor(learner, isAway)), [learner, isAway]);
  const queries = mine?.learner === learner ? mine.queries : undefined;
  useEffect(() => prefetch(client, learner), [client, learner]);
  useEffect(() => {
    if (!queries || !areAnswersStored()) return;
    import('../features/home/sample/sample-answers.ts')
      .then(
        async ({ sendStoredAnswers }) =>
          (await sendStoredAnswers(client, username)) && queries.invalidateQueries(),
      )
      .catch(error => console.error('the answers from before the sign-up were not sent', error));
  }, [queries, client, username]);
  if (!queries) return null;
  return (
    <QueryClientProvider client={queries}>
      <BehindNotice />
      {!isReader && !isReview && learner !== null && (
        <Suspense fallback={null}>
          <OnDevice key={learner} learner={learner} />
        </Suspense>
      )}
      <Outlet />
    </QueryClientProvider>
  );
}
