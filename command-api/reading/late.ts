import { type Refusal, refuse } from '../../domain/refusal.ts';
import { isInTime } from '../../domain/subscription/subscription.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import type { Caller } from '../../facade/express/api.ts';
import { type IsSubscribed, refuseUnpaid } from '../catalogue/chapters.ts';
import { reading, readingStream } from './aggregate.ts';

/** The end of an account's last period of access to paid chapters, ISO 8601; null when it never had any. */
export type AccessEnds = (accountId: string) => Promise<string | null>;

export interface LateDependencies {
  readonly aggregates: Aggregates;
  readonly isSubscribed: IsSubscribed;
  readonly accessEnds: AccessEnds;
}

const tooLate = refuse('subscription required', {
  because: 'payment',
  verbose: 'It was read without a connection, and came more than 30 days after the subscription had ended.',
});

/**
 * Commands made offline arrive late. For 30 days after the end of access they are accepted for chapters that were opened
 * while they were paid for (decision 53).
 * @returns the refusal (402), or undefined when it is accepted
 */
export async function refuseUnpaidReading(
  { aggregates, isSubscribed, accessEnds }: LateDependencies,
  caller: Caller,
  { bookId, chapter, at }: { readonly bookId: string; readonly chapter: number; readonly at: string },
): Promise<Refusal | undefined> {
  const unpaid = await refuseUnpaid(isSubscribed, caller, chapter);
  if (!unpaid) return undefined;
  // Only a paid chapter can be opened, so an opened chapter was paid for.
  const { state } = await aggregates.load(reading, readingStream(caller.id, bookId));
  const ended = state.chapters[chapter] ? await accessEnds(caller.id) : null;
  if (ended === null) return unpaid;
  return isInTime(ended, at) ? undefined : tooLate;
}
