import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, refuse } from '../domain/refusal.ts';

/**
 * Rate limit of an expensive query per learner. In memory, because a query process may have a read-only replica; each process
 * allows the full rate, which still bounds the cost.
 */
export function learnerRateLimit({
  attempts,
  seconds,
}: {
  readonly attempts: number;
  readonly seconds: number;
}) {
  const limiter = new RateLimiterMemory({ points: attempts, duration: seconds });
  return async (learner: string, response: Response): Promise<Refusal | undefined> => {
    try {
      await limiter.consume(learner);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const wait = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      response.setHeader('Retry-After', String(wait));
      const minutes = Math.ceil(wait / 60);
      return refuse('too many attempts', {
        because: 'rate',
        verbose: `Too many at once. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      });
    }
  };
}
