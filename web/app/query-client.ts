import { QueryClient } from '@tanstack/react-query';
import { isPassing } from '../../facade/client/failure.ts';

/** Defaults of spec 7: unused results are kept 60 seconds; nothing is fetched again by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 60_000,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        retry: (count, failure) => count < 2 && isPassing(failure),
      },
    },
  });
}
