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

/** One learner's subscription: records the payment provider's state, and refuses only the result of an outdated query. */
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

/** Whether an account has a subscription now, from the aggregate and not the read model (spec 6). @throws Unavailable */
export function subscriptionsOf(aggregates: Aggregates): (accountId: string) => Promise<boolean> {
  return async accountId => {
    const { state } = await aggregates.load(subscription, subscriptionStream(accountId));
    return isActive(state, new Date().toISOString());
  };
}
