import { afterAll, beforeAll, expect, test } from 'vitest';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { createCheckout } from '../../facade/billing.ts';
import { sandboxBilling } from '../../server/payment-provider.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { reconcileAll } from './reconcile-all.ts';
import { subscriptionsOf } from './subscription.ts';

let app: LearningApp;
beforeAll(async () => {
  // No webhook is delivered, so every change has been missed.
  app = await learningApp({ projecting: false, webhooks: false });
});
afterAll(() => app?.close());

async function paid(name: string): Promise<Learner> {
  const learner = await app.learner(name);
  const { body } = await app.call(createCheckout, learner, { body: { lookup_key: 'standard_monthly' } });
  app.payments.provider.pay(new URL(body.url).pathname.split('/').at(-1) ?? '');
  return learner;
}

test('changes missed because of lost webhooks are found, corrected and reported; a second run finds nothing', async () => {
  const [payer, gone] = [await paid('payer'), await paid('gone')];
  await app.learner('never');
  await app.db.deleteFrom('sessions').where('account_id', '=', gone.id).execute();
  await app.db.deleteFrom('accounts').where('id', '=', gone.id).execute();
  const commands = aggregates(app.log, { snapshots: await postgresSnapshots(app.pool) });
  const { stripe } = sandboxBilling(app.payments);
  const run = () =>
    reconcileAll(
      { db: app.db, stripe, aggregates: commands, mailDuplicate: async () => {} },
      { at: new Date().toISOString(), signal: new AbortController().signal },
    );
  const isSubscribed = subscriptionsOf(commands);
  expect(await isSubscribed(payer.id)).toBe(false);

  const { checked, mended, failed } = await run();
  expect({ checked, failed }).toEqual({ checked: 1, failed: [] });
  expect(mended).toEqual([
    `${payer.id}: was unknown, is active`,
    expect.stringMatching(/^sub_\w+: its account is gone, it was ended at the provider$/),
  ]);
  expect(await isSubscribed(payer.id)).toBe(true);
  const statuses = Object.values(app.payments.provider.records.subscriptions).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['active', 'canceled']);

  expect(await run()).toEqual({ checked: 1, mended: [], failed: [] });
});
