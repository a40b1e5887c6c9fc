import type { LearnerEvents } from '../../domain/learner-events.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { decide, type SubscriptionCommand } from '../../domain/subscription/decide.ts';
import {
  accessEnded,
  evolve,
  isActive,
  neverSubscribed,
  type RecordedState,
  type Subscription,
  type SubscriptionEvent,
  stateOfEvent,
  subscriptionEventTypes,
  subscriptionVersion,
} from '../../domain/subscription/subscription.ts';
import type { Aggregate, Aggregates } from '../../event-store/aggregate/aggregate.ts';
import { type StreamOf, type StreamReader, streamPages } from '../../event-store/stream-reader.ts';

/** One learner's subscription: records the payment provider's state, and refuses only the result of an outdated query. */
export const subscription: Aggregate<Subscription, SubscriptionEvent, SubscriptionCommand, Refusal> = {
  category: 'subscription',
  version: subscriptionVersion,
  eventTypes: subscriptionEventTypes,
  initial: neverSubscribed,
  evolve,
  decide,
};

export function subscriptionStream(learner: string): StreamOf<'subscription'> {
  return `subscription-${learner}`;
}

/** Whether an account has a subscription now, from the aggregate and not the read model (spec 6). @throws Unavailable */
export function subscriptionsOf(aggregates: Aggregates): (accountId: string) => Promise<boolean> {
  return async accountId => {
    const { state } = await aggregates.load(subscription, subscriptionStream(accountId));
    return isActive(state, new Date().toISOString());
  };
}

/**
 * The end of an account's last period of access, ISO 8601; null when it never had any. Read from the stream, because the
 * aggregate's state has no times. @throws Unavailable
 */
export function accessEndsOf(
  histories: StreamReader<LearnerEvents>,
): (accountId: string) => Promise<string | null> {
  return async accountId => {
    const history: RecordedState[] = [];
    for await (const { events } of streamPages(histories, subscriptionStream(accountId)))
      for (const { data, metadata } of events) history.push({ at: metadata.at, state: stateOfEvent(data) });
    return accessEnded(history, new Date().toISOString());
  };
}
