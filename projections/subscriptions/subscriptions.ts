import { opensUntil, stateOfEvent } from '../../domain/subscription/subscription.ts';
import { key, last, optional } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** Each learner's subscription as the payment provider last reported it. */
export const subscriptions = readModel({
  name: 'subscriptions',
  version: 3,
  tables: {
    subscriptions: {
      learner: key.text,
      status: last.text,
      paid_until: optional(last.timestamptz),
      cancels_at_period_end: last.boolean,
      active: last.boolean,
      // End of access: 'infinity' if it has no end; null without access.
      open_until: optional(last.timestamptz),
      since: last.timestamptz,
    },
  },
  rowsOf: {
    SubscriptionChanged: ({ stream, data, metadata }, add) => {
      const { status, paidUntil, cancelsAtPeriodEnd } = stateOfEvent(data);
      const openUntil = opensUntil(stateOfEvent(data));
      add.subscriptions({
        learner: ownerOf(stream).learner,
        status,
        paid_until: paidUntil,
        cancels_at_period_end: cancelsAtPeriodEnd,
        active: openUntil !== null,
        open_until: openUntil,
        since: metadata.at,
      });
    },
  },
});
