import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { CallFailure, isPassing } from '../../facade/client/failure.ts';

/** How often a call that failed for a moment is sent again. */
const RETRIES = 2;
/** How long an answer is waited for before what lies on the device is shown, in milliseconds: at first, and after a late one. */
const [PATIENCE, IMPATIENCE] = [4_000, 500];

/**
 * Defaults of spec 7: unused results are kept 60 seconds; nothing is fetched again by itself. Without the server a query
 * brings what lies on the device of its learner (decision 53); null: of nobody.
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
        // Without a connection a query fails at once, and what lies on the device is shown.
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
            // An error of the server's own is tried again first.
            const isAnswered = failure instanceof CallFailure && failure.kind === 'HTTP';
            if (!isPassing(failure)) throw failure;
            if (isAnswered && query.state.fetchFailureCount < RETRIES) throw failure;
            const isLate = failure === late;
            if (isLate) patience = IMPATIENCE;
            const device = await import('../shared/device/replies.ts').catch(() => undefined);
            if (device) return device.replyInstead(learner, query, failure, isLate ? { reading } : {});
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
