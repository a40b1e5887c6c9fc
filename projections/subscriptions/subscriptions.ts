import { isActive, type SubscriptionStatus } from '../../domain/subscription/subscription.ts';
import { folded, upsert } from '../merge.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';

/** Each learner's subscription as the payment provider last reported it. */
const table: Table = {
  name: 'subscriptions',
  columns: {
    learner: 'text',
    status: 'text',
    paid_until: 'timestamptz',
    cancels_at_period_end: 'boolean',
    active: 'boolean',
    since: 'timestamptz',
  },
  key: ['learner'],
};

type Wanted = Recorded<'SubscriptionChanged'>;

interface Known {
  status: SubscriptionStatus;
  paidUntil: string | null;
  cancels: boolean;
  since: string;
}

function fold(): Fold<Wanted> {
  const learners = folded(
    (): Known => ({ status: 'incomplete', paidUntil: null, cancels: false, since: '' }),
  );
  return {
    add(batch) {
      for (const { stream, data, metadata } of batch)
        Object.assign(learners.of(ownerOf(stream).learner), {
          status: data.to,
          paidUntil: data.paidUntil,
          cancels: data.cancelsAtPeriodEnd,
          since: metadata.at,
        } satisfies Known);
    },
    size: () => learners.size,
    rows: () => ({
      subscriptions: learners.rows(({ status, paidUntil, cancels, since }) => [
        status,
        paidUntil,
        cancels,
        isActive({ status }),
        since,
      ]),
    }),
  };
}

export const subscriptions = projection<Wanted['type']>({
  name: 'subscriptions',
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
      [...(changes.rows()['subscriptions'] ?? [])],
      `status = excluded.status, paid_until = excluded.paid_until,
       cancels_at_period_end = excluded.cancels_at_period_end, active = excluded.active, since = excluded.since`,
    );
  },
});
