import { afterAll, beforeAll, expect, test } from 'vitest';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { createCheckout } from '../../facade/billing.ts';
import { sandboxBilling } from '../../server/payment-provider.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { reconcile } from './reconcile.ts';
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

async function customerOf({ id }: Learner): Promise<string> {
  const { stripe_customer_id } = await app.db
    .selectFrom('accounts')
    .select('stripe_customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return stripe_customer_id ?? '';
}

const openAggregates = async () => aggregates(app.log, { snapshots: await postgresSnapshots(app.pool) });

test('changes missed because of lost webhooks are found, corrected and reported; a second run finds nothing', async () => {
  const [payer, gone] = [await paid('payer'), await paid('gone')];
  await app.learner('never');
  await app.db.deleteFrom('sessions').where('account_id', '=', gone.id).execute();
  await app.db.deleteFrom('accounts').where('id', '=', gone.id).execute();
  const commands = await openAggregates();
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

test('a webhook that is delivered again after other changes records the state that it finds, also one that it recorded before', async () => {
  const learner = await paid('changes-twice');
  const { provider } = app.payments;
  const customer = await customerOf(learner);
  const commands = await openAggregates();
  const { stripe } = sandboxBilling(app.payments);
  const delivered = (cause: string) =>
    reconcile(
      { stripe, aggregates: commands, mailDuplicate: async () => {} },
      { learner: learner.id, customer, cause, at: new Date().toISOString() },
    );
  const [subscription] = provider.subscriptionsOf(customer);
  for (const cancels of [false, true, false, true, false]) {
    provider.setCancelAtPeriodEnd(subscription?.id ?? '', cancels);
    const { events } = await delivered(cancels ? 'evt_2' : 'evt_1');
    expect(events).toMatchObject([{ data: { cancelsAtPeriodEnd: cancels } }]);
  }
});

test('who subscribes anew after the 14 days of a failed payment keeps the new subscription and its payment; the failing one ends', async () => {
  const learner = await paid('anew');
  const { provider } = app.payments;
  const customer = await customerOf(learner);
  const commands = await openAggregates();
  const { stripe } = sandboxBilling(app.payments);
  const mailed: string[] = [];
  const reconciled = () =>
    reconcile(
      { stripe, aggregates: commands, mailDuplicate: async (_, id) => void mailed.push(id) },
      {
        learner: learner.id,
        customer,
        cause: 'test',
        at: new Date(provider.now(customer) * 1_000).toISOString(),
      },
    );
  const [failing] = provider.subscriptionsOf(customer);
  if (!failing) throw new Error('not subscribed');
  provider.setCard(failing.id, false);
  provider.advance(customer, failing.periodEnd);
  provider.advance(customer, provider.now(customer) + 14 * 86_400 + 60);
  await reconciled();
  expect(failing.status).toBe('past_due');

  const urls = { successUrl: 'http://camino.example/', cancelUrl: 'http://camino.example/' };
  provider.pay(provider.openSession(customer, urls, { learner: learner.id }).id);
  expect((await reconciled()).ended).toEqual([failing.id]);
  expect(provider.subscriptionsOf(customer).map(({ status }) => status)).toEqual(['canceled', 'active']);
  const paidBack = Object.values(provider.records.charges).filter(
    charge => charge.customer === customer && charge.amountRefunded > 0,
  );
  expect([paidBack, mailed]).toEqual([[], []]);
  expect(await subscriptionsOf(commands)(learner.id)).toBe(true);
});
