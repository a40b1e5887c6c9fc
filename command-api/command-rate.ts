import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from './rate-limits.ts';

/**
 * Counts commands per learner, against floods. Kept in memory, because it is asked for every command: each process
 * allows the whole rate, which bounds what one learner can write all the same.
 * @returns counts one command; resolves with the seconds to wait when there were too many, else 0
 */
export function commandRate({ attempts, seconds }: Limit): (learner: string) => Promise<number> {
  const limiter = new RateLimiterMemory({ points: attempts, duration: seconds });
  return async learner => {
    try {
      await limiter.consume(learner);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      throw refused;
    }
  };
}
