import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { profileQuery, vocabulariesQuery } from '../shared/queries.ts';
import { useClient, useSession } from '../shared/session.tsx';
import { BehindNotice } from './BehindNotice.tsx';
import { createQueryClient } from './query-client.ts';

interface Kept {
  readonly learner: string | null;
  readonly queries: QueryClient;
}

/** Outlives the pages that read, so that the reader finds what the library has read. */
let kept: Kept | undefined;

/** What was read for one account is never shown to the next. */
function keptFor(learner: string | null): Kept {
  if (kept?.learner !== learner) kept = { learner, queries: createQueryClient() };
  return kept;
}

/**
 * Around every page that reads: profile and vocabulary are prefetched (spec 2, Layouts). A chunk of its own, because
 * public pages need none of it.
 */
export default function Queries() {
  const client = useClient();
  const { learner } = useSession();
  const [mine, setMine] = useState<Kept>();
  useLayoutEffect(() => setMine(keptFor(learner)), [learner]);
  const queries = mine?.learner === learner ? mine.queries : undefined;
  useEffect(() => {
    void queries?.prefetchQuery(profileQuery(client));
    void queries?.prefetchQuery(vocabulariesQuery(client));
  }, [queries, client]);
  if (!queries) return null;
  return (
    <QueryClientProvider client={queries}>
      <BehindNotice />
      <Outlet />
    </QueryClientProvider>
  );
}
