import { isActive } from '../../domain/subscription/subscription.ts';
import { key, last, optional } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** Each learner's subscription as the payment provider last reported it. */
export const subscriptions = readModel({
  name: 'subscriptions',
  version: 2,
  tables: {
    subscriptions: {
      learner: key.text,
      status: last.text,
      paid_until: optional(last.timestamptz),
      cancels_at_period_end: last.boolean,
      active: last.boolean,
      since: last.timestamptz,
    },
  },
  rowsOf: {
    SubscriptionChanged: ({ stream, data: { to: status, paidUntil, cancelsAtPeriodEnd }, metadata }, add) =>
      add.subscriptions({
        learner: ownerOf(stream).learner,
        status,
        paid_until: paidUntil,
        cancels_at_period_end: cancelsAtPeriodEnd,
        active: isActive({ status }),
        since: metadata.at,
      }),
  },
});
