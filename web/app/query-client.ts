import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { CallFailure, isPassing } from '../../facade/client/failure.ts';

/** Number of retries after a transient failure. */
const RETRIES = 2;
/** How long a query waits for a reply before stored data is shown, in milliseconds: at first, and after a late reply. */
const [PATIENCE, IMPATIENCE] = [4_000, 500];

/**
 * Defaults of spec 7: unused results are kept 60 seconds; nothing is refetched by itself. Without the server a query returns
 * the data that the device has of its learner (decision 53); null: no learner.
 * @param isAway the server has not answered since the page was opened
 */
export function createQueryClient(learner: string | null = null, isAway = false): QueryClient {
  let patience = isAway ? IMPATIENCE : PATIENCE;
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 60_000,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        retry: (count, failure) => count < RETRIES && isPassing(failure) && navigator.onLine,
        // Without a connection a query fails at once, and stored data is shown.
        networkMode: 'always',
        persister: async (read, context, query) => {
          const reading = Promise.resolve(read(context as QueryFunctionContext));
          if (learner === null) return reading;
          const late = new CallFailure('TIMEOUT_ERROR');
          let timer: ReturnType<typeof setTimeout> | undefined;
          try {
            const tooLong = new Promise<never>((_, reject) => {
              timer = setTimeout(reject, patience, late);
            });
            const reply = await Promise.race([reading, tooLong]);
            patience = PATIENCE;
            return reply;
          } catch (failure) {
            // Errors of the server are retried first.
            const isAnswered = failure instanceof CallFailure && failure.kind === 'HTTP';
            if (!isPassing(failure)) throw failure;
            if (isAnswered && query.state.fetchFailureCount < RETRIES) throw failure;
            const isLate = failure === late;
            if (isLate) patience = IMPATIENCE;
            const device = await import('../shared/device/replies.ts').catch(() => undefined);
            if (device) return device.fallbackReply(learner, query, failure, isLate ? { reading } : {});
            if (isLate) return reading;
            throw failure;
          } finally {
            clearTimeout(timer);
          }
        },
      },
    },
  });
}
