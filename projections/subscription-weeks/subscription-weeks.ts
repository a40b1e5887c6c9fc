import { opensUntil, stateOfEvent } from '../../domain/subscription/subscription.ts';
import { key, last } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';
import { weekOf } from '../weeks.ts';

/** Each subscription's state at the end of every week in which it changed. */
export const subscriptionWeeks = readModel({
  name: 'subscription-weeks',
  version: 3,
  tables: {
    subscription_weeks: {
      learner: key.text,
      // Monday of the week (UTC), by when the change was recorded.
      week: key.date,
      status: last.text,
      active: last.boolean,
      cancels_at_period_end: last.boolean,
    },
  },
  rowsOf: {
    SubscriptionChanged: ({ stream, data, metadata }, add) => {
      const { status, cancelsAtPeriodEnd } = stateOfEvent(data);
      add.subscription_weeks({
        learner: ownerOf(stream).learner,
        week: weekOf(metadata.at),
        status,
        active: opensUntil(stateOfEvent(data)) !== null,
        cancels_at_period_end: cancelsAtPeriodEnd,
      });
    },
  },
});
