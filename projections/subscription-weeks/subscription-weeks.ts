import { isActive, type SubscriptionStatus } from '../../domain/subscription/subscription.ts';
import { folded, upsert } from '../merge.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';
import { weekOf } from '../weeks.ts';

/** Where a subscription stood at the end of each week in which it changed; in between it stood as before. */
const table: Table = {
  name: 'subscription_weeks',
  columns: {
    learner: 'text',
    // Monday of the week (UTC), by when the change was recorded.
    week: 'date',
    status: 'text',
    active: 'boolean',
    cancels_at_period_end: 'boolean',
  },
  key: ['learner', 'week'],
};

type Wanted = Recorded<'SubscriptionChanged'>;

function fold(): Fold<Wanted> {
  const weeks = folded(() => ({ status: 'incomplete' as SubscriptionStatus, cancels: false }));
  return {
    add(batch) {
      for (const { stream, data, metadata } of batch) {
        const week = weeks.of(ownerOf(stream).learner, weekOf(metadata.at));
        week.status = data.to;
        week.cancels = data.cancelsAtPeriodEnd;
      }
    },
    size: () => weeks.size,
    rows: () => ({
      subscription_weeks: weeks.rows(({ status, cancels }) => [status, isActive({ status }), cancels]),
    }),
  };
}

/** Each subscription's history, week by week. */
export const subscriptionWeeks = projection<Wanted['type']>({
  name: 'subscription-weeks',
  version: 1,
  events: ['SubscriptionChanged'],
  tables: [table],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    upsert(
      trx,
      table,
      [...(changes.rows()['subscription_weeks'] ?? [])],
      'status = excluded.status, active = excluded.active, cancels_at_period_end = excluded.cancels_at_period_end',
    );
  },
});
