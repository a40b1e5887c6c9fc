import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { profileQuery, vocabulariesQuery } from '../shared/queries.ts';
import { useClient, useSession } from '../shared/session.tsx';
import { createQueryClient } from './query-client.ts';

let kept: { readonly learner: string | null; readonly queries: QueryClient } | undefined;

/** What was read for one account is never shown to the next. */
function queriesOf(learner: string | null): QueryClient {
  if (kept?.learner !== learner) kept = { learner, queries: createQueryClient() };
  return kept.queries;
}

/**
 * Around every page that reads: profile and vocabulary are fetched ahead (spec 2, Layouts). A chunk of its own, because
 * public pages need none of it.
 */
export default function Queries() {
  const client = useClient();
  const queries = queriesOf(useSession().learner);
  useEffect(() => {
    void queries.prefetchQuery(profileQuery(client));
    void queries.prefetchQuery(vocabulariesQuery(client));
  }, [queries, client]);
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}
