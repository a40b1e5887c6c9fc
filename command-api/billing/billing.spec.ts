import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubscriptionEvent } from '../../domain/subscription/subscription.ts';
import {
  createCheckout,
  createPortal,
  refreshSubscription,
  stripeWebhook,
  subscriptionPrice,
} from '../../facade/billing.ts';
import { sentences } from '../../facade/books.ts';
import { profile } from '../../facade/users.ts';
import type { ReadModels } from '../../projections/tables.ts';
import { allDeletionSteps } from '../../server/account-deletion.ts';
import { payloadOf, signatureOf } from '../../server/sandbox/payments/webhooks.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { deleteAccountById } from '../identity/account-deletion/delete-account.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

const monthly = { lookup_key: 'standard_monthly' };
const later = { params: { bookId: 'cuento', chapter: 2 } };
const DAY = 86_400;

async function checkout(learner: Learner): Promise<string> {
  const { status, body } = await app.call(createCheckout, learner, { body: monthly });
  expect(status).toBe(200);
  return new URL(body.url).pathname.split('/').at(-1) ?? '';
}

async function customerOf({ id }: Learner): Promise<string> {
  const { stripe_customer_id } = await app.db
    .selectFrom('accounts')
    .select('stripe_customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return stripe_customer_id ?? '';
}

const subscriptionsOf = async (learner: Learner) =>
  app.payments.provider.subscriptionsOf(await customerOf(learner));

async function subscribed(name: string): Promise<Learner> {
  const learner = await app.learner(name);
  app.payments.provider.pay(await checkout(learner));
  await access(learner, 200);
  return learner;
}

/** Waits until the content of a paid chapter is open (200) or closed (402). */
async function access(learner: Learner, status: 200 | 402): Promise<void> {
  await expect.poll(async () => (await app.call(sentences, learner, later)).status).toBe(status);
}

async function eventsOf({ id }: Learner): Promise<readonly SubscriptionEvent['data'][]> {
  return (await app.log.readStream(`subscription-${id}`)).map(
    ({ data }) => data as unknown as SubscriptionEvent['data'],
  );
}

/** Waits until the newest recorded state matches. */
async function recorded(learner: Learner, standing: Partial<SubscriptionEvent['data']>): Promise<void> {
  await expect.poll(async () => (await eventsOf(learner)).at(-1)).toMatchObject(standing);
}

async function chargeOf(learner: Learner): Promise<{ id: string; paymentIntent: string; amount: number }> {
  const customer = await customerOf(learner);
  const charge = Object.values(app.payments.provider.records.charges).findLast(
    one => one.customer === customer,
  );
  if (!charge) throw new Error('nothing was charged');
  return charge;
}

function send(payload: string, signature: string): Promise<Response> {
  return fetch(`${app.origin}${stripeWebhook.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: payload,
  });
}
const now = () => Math.floor(Date.now() / 1_000);

test('a payment gives access without logging in again', async () => {
  const reader = await app.learner('paying');
  const session = await checkout(reader);
  await access(reader, 402);
  app.payments.provider.pay(session);
  await access(reader, 200);
  const { body } = await app.call(profile, reader);
  expect(body).toMatchObject({ activeSubscription: true, stripeCustomerId: await customerOf(reader) });
  await recorded(reader, { from: null, to: 'active', payment: 'kept', pastDueSince: null });
});

test('the checkout says that it renews and how to cancel, wherever it was opened', async () => {
  const learner = await app.learner('terms');
  const { body } = await app.call(createCheckout, learner, { body: monthly });
  const page = await (await fetch(body.url)).text();
  expect(page).toContain('It renews every month until you cancel: in your profile');
});

test('the return from the checkout queries the provider, because webhooks may be late', async () => {
  const reader = await app.learner('returning');
  app.payments.provider.pay(await checkout(reader));
  expect((await app.call(refreshSubscription, reader)).body).toEqual({ activeSubscription: true });
  await expect.poll(async () => (await app.call(profile, reader)).body.activeSubscription).toBe(true);
  const never = await app.call(refreshSubscription, await app.learner('neverpaid'));
  expect(never.body).toEqual({ activeSubscription: false });
});

test('every webhook in any order, each three times, records each change once', async () => {
  const reader = await subscribed('disorder');
  const customer = await customerOf(reader);
  const [subscription] = await subscriptionsOf(reader);
  app.payments.provider.setCancelAtPeriodEnd(subscription?.id ?? '', true);
  await recorded(reader, { cancelsAtPeriodEnd: true });
  const before = await eventsOf(reader);
  const events = Object.values(app.payments.provider.records.events).filter(
    ({ object }) => (object as { customer?: string }).customer === customer,
  );
  expect(events.length).toBeGreaterThanOrEqual(4);
  for (const event of [...events, ...events, ...events].reverse()) {
    const payload = payloadOf(event);
    expect((await send(payload, signatureOf(payload, now()))).status).toBe(200);
  }
  expect(await eventsOf(reader)).toEqual(before);
});

test('a forged, an unsigned and an old webhook are refused and change nothing', async () => {
  const reader = await subscribed('forged');
  const before = await eventsOf(reader);
  const [event] = Object.values(app.payments.provider.records.events);
  if (!event) throw new Error('no event');
  const payload = payloadOf(event);
  const refused = [
    await send(payload, signatureOf(payload, now(), 'whsec_of_somebody_else')),
    await send(payload, ''),
    await send(payload.replace('"livemode":false', '"livemode":true'), signatureOf(payload, now())),
    await send(payload, signatureOf(payload, now() - 3_600)),
    await send('{', signatureOf('{', now())),
    await send(payload, 't=1,v1='),
    await send(payload, `t=${now()},v1=é`),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 422));
  expect(await eventsOf(reader)).toEqual(before);
});

test('a webhook that is too large is refused with a reply', async () => {
  const payload = JSON.stringify({ id: 'evt_large', filler: 'x'.repeat(1_100_000) });
  const reply = await send(payload, signatureOf(payload, now()));
  expect([reply.status, await reply.json()]).toEqual([
    422,
    { message: 'the webhook cannot be read, or is too large', errorField: 'body' },
  ]);
});

test('a webhook about an unknown customer is accepted and changes nothing', async () => {
  const event = {
    id: 'evt_elsewhere',
    type: 'customer.subscription.updated',
    created: now(),
    delivered: false,
  };
  const payload = payloadOf({
    ...event,
    object: { object: 'subscription', customer: 'cus_of_another_shop' },
  });
  expect((await send(payload, signatureOf(payload, now()))).status).toBe(200);
  expect(app.reports.join('\n')).toContain('evt_elsewhere');
});

test('after a cancellation access lasts until the end of the period', async () => {
  const reader = await subscribed('leaving');
  const [subscription] = await subscriptionsOf(reader);
  if (!subscription) throw new Error('not subscribed');
  app.payments.provider.setCancelAtPeriodEnd(subscription.id, true);
  await recorded(reader, { to: 'active', cancelsAtPeriodEnd: true });
  await access(reader, 200);
  app.payments.provider.advance(await customerOf(reader), subscription.periodEnd);
  await access(reader, 402);
  await recorded(reader, { to: 'canceled' });
});

test('a renewal moves the end of the period; after a failed one access lasts for 14 days at most', async () => {
  const reader = await subscribed('renewing');
  const customer = await customerOf(reader);
  const [subscription] = await subscriptionsOf(reader);
  if (!subscription) throw new Error('not subscribed');
  const paid = subscription.periodEnd;
  app.payments.provider.advance(customer, paid);
  await recorded(reader, { to: 'active', paidUntil: new Date(subscription.periodEnd * 1_000).toISOString() });
  expect(subscription.periodEnd).toBeGreaterThan(paid);

  app.payments.provider.setCard(subscription.id, false);
  const failedAt = subscription.periodEnd;
  app.payments.provider.advance(customer, failedAt);
  const since = new Date(failedAt * 1_000).toISOString();
  await recorded(reader, { to: 'past_due', pastDueSince: since });
  await access(reader, 200);
  // Access is open before and after the failure: the row shows when the read model has it.
  const row = () =>
    app.db
      .$extendTables<ReadModels>()
      .selectFrom('read_models.subscriptions')
      .select('open_until')
      .where('learner', '=', reader.id)
      .executeTakeFirst();
  await expect.poll(row).toEqual({ open_until: new Date((failedAt + 14 * DAY) * 1_000) });

  app.payments.provider.advance(customer, failedAt + DAY);
  app.payments.provider.setCard(subscription.id, true);
  await recorded(reader, { to: 'active', pastDueSince: null });
  app.payments.provider.setCard(subscription.id, false);
  app.payments.provider.advance(customer, subscription.periodEnd + 20 * DAY);
  await recorded(reader, { to: 'canceled' });
  await access(reader, 402);
});

test('a partial refund changes nothing; a full one ends subscription and access', async () => {
  const reader = await subscribed('refunded');
  const { paymentIntent } = await chargeOf(reader);
  const before = await eventsOf(reader);
  app.payments.provider.refund(paymentIntent, 500);
  expect((await app.call(refreshSubscription, reader)).body).toEqual({ activeSubscription: true });
  expect(await eventsOf(reader)).toEqual(before);
  app.payments.provider.refund(paymentIntent);
  await access(reader, 402);
  await recorded(reader, { to: 'canceled', payment: 'refunded' });
  expect((await subscriptionsOf(reader)).map(({ status }) => status)).toEqual(['canceled']);
});

test('a dispute ends subscription and access; when it is won, the rest of the period is restored', async () => {
  const reader = await subscribed('disputed');
  const { id } = app.payments.provider.dispute((await chargeOf(reader)).id);
  await access(reader, 402);
  await recorded(reader, { to: 'canceled', payment: 'disputed' });
  app.payments.provider.closeDispute(id, 'won');
  await access(reader, 200);
  await recorded(reader, { to: 'canceled', payment: 'dispute won' });

  const lost = await subscribed('lost');
  const dispute = app.payments.provider.dispute((await chargeOf(lost)).id);
  await access(lost, 402);
  app.payments.provider.closeDispute(dispute.id, 'lost');
  expect((await app.call(refreshSubscription, lost)).body).toEqual({ activeSubscription: false });
});

test('a dispute of an earlier period counts as well, and not for a subscription that begins after it', async () => {
  const reader = await subscribed('disputedearlier');
  const first = await chargeOf(reader);
  const [{ periodEnd } = { periodEnd: 0 }] = await subscriptionsOf(reader);
  app.payments.provider.advance(await customerOf(reader), periodEnd);
  await expect.poll(async () => (await chargeOf(reader)).id).not.toBe(first.id);
  const { id } = app.payments.provider.dispute(first.id);
  await access(reader, 402);
  await recorded(reader, { to: 'canceled', payment: 'disputed' });
  app.payments.provider.closeDispute(id, 'lost');
  app.payments.provider.advance(await customerOf(reader), periodEnd + DAY);
  app.payments.provider.pay(await checkout(reader));
  await access(reader, 200);
  await recorded(reader, { to: 'active', payment: 'kept' });
});

test('a second checkout expires the first; when both are paid, the later one is cancelled and refunded, and the learner is mailed', async () => {
  const reader = await app.learner('twice');
  const first = await checkout(reader);
  const second = await checkout(reader);
  const { sessions, charges } = app.payments.provider.records;
  expect([sessions[first]?.status, sessions[second]?.status]).toEqual(['expired', 'open']);

  // The first checkout was paid at the moment in which the second was opened.
  const customer = await customerOf(reader);
  const urls = { successUrl: 'http://camino.example/', cancelUrl: 'http://camino.example/' };
  const missed = app.payments.provider.openSession(customer, urls, { learner: reader.id });
  app.payments.provider.pay(second);
  await access(reader, 200);
  // The provider counts whole seconds, and the older subscription is the one that stays.
  app.payments.provider.advance(customer, app.payments.provider.now(customer) + 1);
  app.payments.provider.pay(missed.id);
  await expect
    .poll(async () => (await subscriptionsOf(reader)).map(({ status }) => status))
    .toEqual(['active', 'canceled']);
  const paid = Object.values(charges).filter(charge => charge.customer === customer);
  expect(paid.map(({ amount, amountRefunded }) => amount - amountRefunded)).toEqual([1_499, 0]);
  await access(reader, 200);
  await expect
    .poll(() => app.mails.filter(({ to }) => to === 'twice@camino.example').map(({ subject }) => subject))
    .toEqual(['You subscribed twice: the second payment is returned']);
});

test('concurrent checkouts of a learner share one customer, and one of them stays open', async () => {
  const reader = await app.learner('atonce');
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => app.call(createCheckout, reader, { body: monthly })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { customers, sessions } = app.payments.provider.records;
  expect(Object.values(customers).filter(({ metadata }) => metadata['learner'] === reader.id)).toHaveLength(
    1,
  );
  const customer = await customerOf(reader);
  const open = Object.values(sessions).filter(one => one.customer === customer && one.status === 'open');
  expect(open).toHaveLength(1);
  expect(replies.map(({ body }) => body.url)).toContainEqual(expect.stringContaining(open[0]?.id ?? ''));
});

test('a checkout whose customer was not stored is opened again, also with another address', async () => {
  const reader = await app.learner('moved');
  const again = async (changed: { email?: string }) => {
    await app.db
      .updateTable('accounts')
      .set({ stripe_customer_id: null, ...changed })
      .where('id', '=', reader.id)
      .execute();
    return (await app.call(createCheckout, reader, { body: monthly })).status;
  };
  const made = () =>
    Object.values(app.payments.provider.records.customers)
      .filter(({ metadata }) => metadata['learner'] === reader.id)
      .map(({ email }) => email);
  expect([await again({}), await again({})]).toEqual([200, 200]);
  expect(made()).toEqual(['moved@camino.example']);
  expect(await again({ email: 'elsewhere@camino.example' })).toBe(200);
  expect(made()).toEqual(['moved@camino.example', 'elsewhere@camino.example']);
});

test('subscribers and admins cannot start a checkout', async () => {
  const reader = await subscribed('again');
  expect(await app.call(createCheckout, reader, { body: monthly })).toMatchObject({
    status: 409,
    failure: { message: 'already subscribed' },
  });
  const admin = await app.learner('boss', ['user', 'admin']);
  expect((await app.call(createCheckout, admin, { body: monthly })).status).toBe(409);
});

test("the portal opens for the caller's own customer and for no other", async () => {
  const reader = await subscribed('portal');
  const customerId = await customerOf(reader);
  const { status, body } = await app.call(createPortal, reader, { body: { customerId } });
  expect(status).toBe(200);
  expect(body.url).toContain(customerId);
  const other = await subscribed('nosy');
  for (const id of [customerId, 'cus_nonesuch'])
    expect(await app.call(createPortal, other, { body: { customerId: id } })).toMatchObject({
      status: 404,
      failure: { message: 'unknown customer', errorField: 'customerId' },
    });
});

test('the customer of a deleted account is no longer charged', async () => {
  const reader = await subscribed('gone');
  const [subscription] = await subscriptionsOf(reader);
  await app.db.deleteFrom('sessions').where('account_id', '=', reader.id).execute();
  await app.db.deleteFrom('accounts').where('id', '=', reader.id).execute();
  app.payments.provider.setCancelAtPeriodEnd(subscription?.id ?? '', true);
  await expect.poll(() => subscription?.status).toBe('canceled');
});

test('a payment in a checkout that was open when its account was deleted is ended and refunded', async () => {
  const learner = await app.learner('left');
  const open = await checkout(learner);
  const customer = await customerOf(learner);
  const steps = allDeletionSteps({ analyticsAtProvider: false });
  await deleteAccountById({ steps, remember: async () => {} }, app.db, learner.id);
  const { provider } = app.payments;
  provider.pay(open);
  await expect
    .poll(() => provider.subscriptionsOf(customer).map(({ status }) => status))
    .toEqual(['canceled']);
  const [charge] = Object.values(provider.records.charges).filter(one => one.customer === customer);
  expect(charge).toMatchObject({ amountRefunded: charge?.amount });
});

test('a second customer of a learner keeps its subscription, and the operator is told', async () => {
  const reader = await subscribed('doubled');
  const { provider } = app.payments;
  const { id } = provider.createCustomer(null, { learner: reader.id });
  const urls = { successUrl: 'http://camino.example/', cancelUrl: 'http://camino.example/' };
  provider.pay(provider.openSession(id, urls, { learner: reader.id }).id);
  await expect.poll(() => app.reports.join('\n')).toContain(id);
  expect(provider.subscriptionsOf(id).map(({ status }) => status)).toEqual(['active']);
});

test('the price comes from the provider', async () => {
  expect((await app.call(subscriptionPrice, null)).body).toEqual({ text: '$14.99 / month' });
});

test('a webhook during another query does not record an older state', async () => {
  const reader = await subscribed('racing');
  const [subscription] = await subscriptionsOf(reader);
  const id = subscription?.id ?? '';
  const asked = Array.from({ length: 6 }, (_, turn) => {
    app.payments.provider.setCancelAtPeriodEnd(id, turn % 2 === 0);
    return app.call(refreshSubscription, reader, { commandId: randomUUID() });
  });
  await Promise.all(asked);
  await recorded(reader, { cancelsAtPeriodEnd: false });
  expect((await app.call(refreshSubscription, reader)).body).toEqual({ activeSubscription: true });
  expect((await eventsOf(reader)).at(-1)).toMatchObject({ cancelsAtPeriodEnd: false });
});

test('a signed webhook of an unexpected shape is acknowledged', async () => {
  const shapes = [
    ...[{}, { data: null }, { data: { object: null } }, { data: { object: 'text' } }],
    ...['', 'cus_\u0000', 'cus_none', 7, {}, { id: '' }].map(customer => ({
      data: { object: { customer } },
    })),
    { type: 'charge.dispute.created', data: { object: { charge: 'ch_none' } } },
  ];
  for (const shape of shapes) {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'invoice.paid', ...shape };
    const payload = JSON.stringify(event);
    const reply = await send(payload, signatureOf(payload, now()));
    expect([payload, reply.status]).toEqual([payload, 200]);
  }
});

test('a webhook without an account or with a random body never gives a 500', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const payload = turn % 2 ? randomBytes(64).toString('latin1') : '{"object":"event"}';
    expect((await send(payload, signatureOf(payload, now()))).status).toBeLessThan(500);
  }
});
