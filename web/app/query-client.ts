import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { CallFailure, isPassing } from '../../facade/client/failure.ts';

/** How often a call that failed for a moment is sent again. */
const RETRIES = 2;

/**
 * Defaults of spec 7: unused results are kept 60 seconds; nothing is fetched again by itself. Without the server a query
 * brings what lies on the device of its learner (decision 53); null: of nobody.
 */
export function createQueryClient(learner: string | null = null): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 60_000,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        retry: (count, failure) => count < RETRIES && isPassing(failure) && navigator.onLine,
        // Without a connection a query fails at once, and what lies on the device is shown.
        networkMode: 'always',
        persister: async (read, context, query) => {
          try {
            return await read(context as QueryFunctionContext);
          } catch (failure) {
            // An error of the server's own is tried again first.
            const isAnswered = failure instanceof CallFailure && failure.kind === 'HTTP';
            if (learner === null || !isPassing(failure)) throw failure;
            if (isAnswered && query.state.fetchFailureCount < RETRIES) throw failure;
            const device = await import('../shared/device/replies.ts').catch(() => undefined);
            if (!device) throw failure;
            return device.replyInstead(learner, query, failure);
          }
        },
      },
    },
  });
}
