import { expect, onTestFinished, test } from 'vitest';
import { createCheckout } from '../../facade/billing.ts';
import { allDeletionSteps } from '../../server/account-deletion.ts';
import { sandboxBilling } from '../../server/payment-provider.ts';
import { learningApp } from '../../tooling/testing/learning-app.ts';
import { deleteAccountById } from '../identity/account-deletion/delete-account.ts';
import { cancelAllAtProvider } from './at-provider.ts';
import { cancelForDeletedAccounts } from './deleted-accounts.ts';

test('the subscription of a deleted account is cancelled, with a retry when the provider is unreachable', async () => {
  const app = await learningApp({ projecting: false, webhooks: false });
  onTestFinished(app.close);
  const learner = await app.learner('leaving');
  const { body } = await app.call(createCheckout, learner, { body: { lookup_key: 'standard_monthly' } });
  app.payments.provider.pay(new URL(body.url).pathname.split('/').at(-1) ?? '');
  const status = () => Object.values(app.payments.provider.records.subscriptions)[0]?.status;
  expect(status()).toBe('active');
  const urls = { successUrl: 'http://camino.example/', cancelUrl: 'http://camino.example/' };
  const [customer] = Object.keys(app.payments.provider.records.customers);
  const open = app.payments.provider.openSession(customer ?? '', urls, {});

  await deleteAccountById(
    { steps: allDeletionSteps({ analyticsAtProvider: false }), remember: async () => {} },
    app.db,
    learner.id,
  );
  // A minute after the payment: the provider counts in seconds.
  const asked_at = new Date(Date.now() + 60_000);
  await app.db.updateTable('subscription_endings').set({ asked_at }).execute();
  const queued = () => app.db.selectFrom('subscription_endings').select('learner').execute();
  expect(await queued()).toEqual([{ learner: learner.id }]);

  const away = sandboxBilling({ api: { host: '127.0.0.1', port: 1 } }).stripe;
  expect(await cancelForDeletedAccounts(app.db, away)).toEqual([expect.stringContaining('not ended yet')]);
  expect(await queued()).toHaveLength(1);

  const { stripe } = sandboxBilling(app.payments);
  expect(await cancelForDeletedAccounts(app.db, stripe)).toEqual([
    `${learner.id}: 1 ended at the payment provider`,
  ]);
  expect(status()).toBe('canceled');
  // What was paid before the deletion is not refunded, and what is open cannot be paid any more.
  expect(Object.values(app.payments.provider.records.charges).map(one => one.amountRefunded)).toEqual([0]);
  expect(open.status).toBe('expired');
  expect(await queued()).toEqual([]);
});

test("all subscriptions of a customer are cancelled, also beyond the provider's page of a hundred", async () => {
  const app = await learningApp({ projecting: false, webhooks: false });
  onTestFinished(app.close);
  const { provider, api } = app.payments;
  const { id } = provider.createCustomer(null, {});
  const urls = { successUrl: 'http://camino.example/', cancelUrl: 'http://camino.example/' };
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (let made = 0; made < 130; made += 1) provider.pay(provider.openSession(id, urls, {}).id);
  expect(await cancelAllAtProvider(sandboxBilling({ api }).stripe, id, tomorrow)).toHaveLength(130);
  expect(new Set(provider.subscriptionsOf(id).map(({ status }) => status))).toEqual(new Set(['canceled']));
});

test('a customer that the search does not find yet is looked for again, for an hour', async () => {
  const app = await learningApp({ projecting: false, webhooks: false });
  onTestFinished(app.close);
  const { stripe } = sandboxBilling(app.payments);
  const asked = (ago: number) =>
    app.db
      .insertInto('subscription_endings')
      .values({ learner: `gone${ago}`, asked_at: new Date(Date.now() - ago * 60_000) })
      .execute();
  await asked(59);
  await asked(61);
  expect(await cancelForDeletedAccounts(app.db, stripe)).toEqual([
    'gone61: 0 ended at the payment provider',
    'gone59: not ended yet, the payment provider does not find the customer',
  ]);
  expect(await app.db.selectFrom('subscription_endings').select('learner').execute()).toEqual([
    { learner: 'gone59' },
  ]);
});
