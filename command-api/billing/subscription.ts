import type { Refusal } from '../../domain/refusal.ts';
import { decide, type SubscriptionCommand } from '../../domain/subscription/decide.ts';
import {
  evolve,
  isActive,
  neverSubscribed,
  type Subscription,
  type SubscriptionEvent,
  subscriptionEventTypes,
  subscriptionVersion,
} from '../../domain/subscription/subscription.ts';
import type { Aggregate, Aggregates } from '../../event-store/aggregate/aggregate.ts';

/** One learner's subscription: it records what the payment provider says, and refuses only what was asked too early. */
export const subscription: Aggregate<Subscription, SubscriptionEvent, SubscriptionCommand, Refusal> = {
  category: 'subscription',
  version: subscriptionVersion,
  eventTypes: subscriptionEventTypes,
  initial: neverSubscribed,
  evolve,
  decide,
};

export function subscriptionStream(learner: string): string {
  return `${subscription.category}-${learner}`;
}

/** Asks the subscription aggregate, for whatever must be paid (spec 6). @throws Unavailable */
export function subscriptionsOf(aggregates: Aggregates): (accountId: string) => Promise<boolean> {
  return async accountId => {
    const { state } = await aggregates.load(subscription, subscriptionStream(accountId));
    return isActive(state, new Date().toISOString());
  };
}
