import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from './rate-limits.ts';

/**
 * Rate limit of commands per learner. In memory, because it is checked for every command; each process allows the full
 * rate, which still bounds what one learner can write.
 * @returns counts one command, or the weight that a bulk act has beyond one; resolves with the seconds to wait when there
 * were too many, else 0
 */
export function commandRate({
  attempts,
  seconds,
}: Limit): (learner: string, weight?: number) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: attempts, duration: seconds });
  return async (learner, weight = 1) => {
    try {
      await limiter.consume(learner, weight);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      throw refused;
    }
  };
}
