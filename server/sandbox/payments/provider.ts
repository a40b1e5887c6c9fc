import { randomBytes } from 'node:crypto';
import {
  type Charge,
  type CheckoutSession,
  type Customer,
  type Invoice,
  noRecords,
  type ProviderEvent,
  price,
  type Records,
  type Subscription,
} from './records.ts';
import {
  chargeJson,
  customerJson,
  disputeJson,
  invoiceJson,
  sessionJson,
  subscriptionJson,
} from './render.ts';

/** Days after the first failure on which a declined card is charged again; after the last one the subscription is canceled. */
const RETRY_DAYS = [3, 8, 15];
const DAY = 86_400;

export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound';
}

export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}

/**
 * The rules of the simulated provider: how its API, its pages and the passing of time change its records. It emits an event
 * for every change for which the real provider sends one, in order.
 */
export function provider({
  records = noRecords(),
  checkoutUrl,
  emit,
}: {
  readonly records?: Records;
  /** Address of a session's checkout page. */
  readonly checkoutUrl: (session: string) => string;
  readonly emit: (event: ProviderEvent) => void;
}) {
  const realNow = () => Math.floor(Date.now() / 1_000);
  const now = (customer: string) => realNow() + objectById(records.customers, customer, 'customer').ahead;

  function emitEvent(type: string, customer: string, object: unknown): void {
    const event = { id: newId('evt'), type, created: now(customer), object, delivered: false };
    records.events[event.id] = event;
    emit(event);
  }
  const emitSubscriptionEvent = (type: string, subscription: Subscription) =>
    emitEvent(
      `customer.subscription.${type}`,
      subscription.customer,
      subscriptionJson(records, subscription),
    );

  function createCustomer(email: string | null, metadata: Readonly<Record<string, string>>): Customer {
    const id = newId('cus');
    const clock = newId('clock');
    const customer: Customer = { id, email, metadata, created: realNow(), clock, ahead: 0, deleted: false };
    records.customers[id] = customer;
    emitEvent('customer.created', id, customerJson(customer));
    return customer;
  }

  function deleteCustomer(id: string): Customer {
    const customer = objectById(records.customers, id, 'customer');
    for (const subscription of subscriptionsOf(id))
      if (subscription.status !== 'canceled') cancel(subscription.id);
    customer.deleted = true;
    customer.email = null;
    emitEvent('customer.deleted', id, customerJson(customer));
    return customer;
  }

  function openSession(
    customer: string,
    urls: Pick<CheckoutSession, 'successUrl' | 'cancelUrl'>,
    metadata: Readonly<Record<string, string>>,
  ): CheckoutSession {
    if (objectById(records.customers, customer, 'customer').deleted)
      throw new ObjectNotFound(`No such customer: '${customer}'`);
    const id = newId('cs_test');
    const created = now(customer);
    const session: CheckoutSession = {
      id,
      customer,
      created,
      ...urls,
      metadata,
      status: 'open',
      subscription: null,
    };
    records.sessions[id] = session;
    return session;
  }

  function expireSession(id: string): CheckoutSession {
    const session = objectById(records.sessions, id, 'checkout.session');
    if (session.status !== 'open')
      throw new InvalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.');
    session.status = 'expired';
    emitEvent('checkout.session.expired', session.customer, sessionJson(session, checkoutUrl(id)));
    return session;
  }

  /** The learner pays on the checkout page. */
  function pay(sessionId: string, cardWorks = true): CheckoutSession {
    const session = objectById(records.sessions, sessionId, 'checkout.session');
    if (session.status !== 'open') throw new InvalidRequest('This checkout has ended.');
    const { customer } = session;
    const created = now(customer);
    const id = newId('sub');
    const subscription: Subscription = {
      id,
      customer,
      created,
      metadata: session.metadata,
      status: 'active',
      periodStart: created,
      periodEnd: monthAfter(created),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      // The first payment succeeds, because the real page accepts no declined card.
      cardWorks,
      latestInvoice: '',
    };
    records.subscriptions[id] = subscription;
    const invoice = newInvoice(subscription, created);
    settle(invoice, created);
    session.status = 'complete';
    session.subscription = id;
    emitEvent('checkout.session.completed', customer, sessionJson(session, checkoutUrl(session.id)));
    emitSubscriptionEvent('created', subscription);
    emitEvent('invoice.paid', customer, invoiceJson(invoice));
    return session;
  }

  function newInvoice(subscription: Subscription, created: number): Invoice {
    const invoice: Invoice = {
      id: newId('in'),
      customer: subscription.customer,
      subscription: subscription.id,
      created,
      amount: price.amount,
      paymentIntent: newId('pi'),
      status: 'open',
      attempts: 0,
      nextAttempt: null,
    };
    records.invoices[invoice.id] = invoice;
    subscription.latestInvoice = invoice.id;
    return invoice;
  }

  function settle(invoice: Invoice, at: number): void {
    invoice.status = 'paid';
    invoice.attempts += 1;
    invoice.nextAttempt = null;
    const charge: Charge = {
      id: newId('ch'),
      customer: invoice.customer,
      paymentIntent: invoice.paymentIntent,
      created: at,
      amount: invoice.amount,
      amountRefunded: 0,
      disputed: false,
    };
    records.charges[charge.id] = charge;
  }

  function cancel(id: string, at?: number): Subscription {
    const subscription = objectById(records.subscriptions, id, 'subscription');
    if (subscription.status === 'canceled') throw new ObjectNotFound(`No such subscription: '${id}'`);
    const ended = at ?? now(subscription.customer);
    subscription.status = 'canceled';
    subscription.canceledAt ??= ended;
    subscription.endedAt = ended;
    for (const invoice of Object.values(records.invoices))
      if (invoice.subscription === id && invoice.status === 'open') invoice.nextAttempt = null;
    emitSubscriptionEvent('deleted', subscription);
    return subscription;
  }

  function setCancelAtPeriodEnd(id: string, value: boolean): Subscription {
    const subscription = objectById(records.subscriptions, id, 'subscription');
    if (subscription.status === 'canceled')
      throw new InvalidRequest('A canceled subscription can only be looked at.');
    subscription.cancelAtPeriodEnd = value;
    subscription.canceledAt = value ? now(subscription.customer) : null;
    emitSubscriptionEvent('updated', subscription);
    return subscription;
  }

  /** The learner puts another card on file; an open invoice is tried with it at once, as the real portal does. */
  function setCard(id: string, works: boolean): void {
    const subscription = objectById(records.subscriptions, id, 'subscription');
    subscription.cardWorks = works;
    const invoice = records.invoices[subscription.latestInvoice];
    if (works && subscription.status === 'past_due' && invoice?.status === 'open')
      attempt(subscription, invoice, now(subscription.customer));
  }

  function refund(paymentIntent: string, amount?: number) {
    const charge = Object.values(records.charges).find(one => one.paymentIntent === paymentIntent);
    if (!charge) throw new ObjectNotFound(`No such payment_intent: '${paymentIntent}'`);
    const left = charge.amount - charge.amountRefunded;
    const returned = amount ?? left;
    if (returned <= 0 || returned > left)
      throw new InvalidRequest('Refund amount is greater than unrefunded amount on charge.');
    charge.amountRefunded += returned;
    emitEvent('charge.refunded', charge.customer, chargeJson(charge));
    return {
      id: newId('re'),
      object: 'refund',
      amount: returned,
      charge: charge.id,
      payment_intent: paymentIntent,
      status: 'succeeded',
    };
  }

  function dispute(chargeId: string) {
    const charge = objectById(records.charges, chargeId, 'charge');
    charge.disputed = true;
    const created = now(charge.customer);
    const opened = {
      id: newId('dp'),
      charge: chargeId,
      created,
      amount: charge.amount,
      status: 'needs_response' as const,
    };
    records.disputes[opened.id] = opened;
    emitEvent('charge.dispute.created', charge.customer, disputeJson(opened));
    return opened;
  }

  function closeDispute(id: string, status: 'won' | 'lost'): void {
    const closed = objectById(records.disputes, id, 'dispute');
    closed.status = status;
    emitEvent(
      'charge.dispute.closed',
      objectById(records.charges, closed.charge, 'charge').customer,
      disputeJson(closed),
    );
  }

  function attempt(subscription: Subscription, invoice: Invoice, at: number): void {
    if (subscription.cardWorks) {
      settle(invoice, at);
      subscription.status = 'active';
      emitEvent('invoice.paid', subscription.customer, invoiceJson(invoice));
      emitSubscriptionEvent('updated', subscription);
      return;
    }
    const retry = RETRY_DAYS[invoice.attempts];
    invoice.attempts += 1;
    invoice.nextAttempt = retry === undefined ? null : invoice.created + retry * DAY;
    emitEvent('invoice.payment_failed', subscription.customer, invoiceJson(invoice));
    if (retry === undefined) {
      cancel(subscription.id, at);
    } else if (subscription.status !== 'past_due') {
      subscription.status = 'past_due';
      emitSubscriptionEvent('updated', subscription);
    }
  }

  /** When something is due next for a subscription: a renewal, its end, or another charge of its card. */
  function due(subscription: Subscription): number | undefined {
    if (subscription.status === 'canceled') return undefined;
    const retry = records.invoices[subscription.latestInvoice]?.nextAttempt;
    return Math.min(subscription.periodEnd, retry ?? Number.POSITIVE_INFINITY);
  }

  /** Moves a customer's clock ahead and runs, in order, what became due. */
  function advance(customerId: string, to: number): void {
    const customer = objectById(records.customers, customerId, 'customer');
    if (to < now(customerId)) throw new InvalidRequest('A clock can only be moved ahead.');
    for (;;) {
      const [next] = subscriptionsOf(customerId)
        .map(subscription => ({ subscription, at: due(subscription) ?? Number.POSITIVE_INFINITY }))
        .filter(({ at }) => at <= to)
        .sort((a, b) => a.at - b.at);
      if (!next) break;
      customer.ahead = Math.max(customer.ahead, next.at - realNow());
      runDue(next.subscription, next.at);
    }
    customer.ahead = Math.max(customer.ahead, to - realNow());
  }

  function runDue(subscription: Subscription, at: number): void {
    const open = records.invoices[subscription.latestInvoice];
    if (open?.nextAttempt === at) {
      attempt(subscription, open, at);
    } else if (subscription.cancelAtPeriodEnd) {
      cancel(subscription.id, at);
    } else {
      subscription.periodStart = at;
      subscription.periodEnd = monthAfter(at);
      if (open) open.nextAttempt = null;
      attempt(subscription, newInvoice(subscription, at), at);
    }
  }

  const subscriptionsOf = (customer: string) =>
    Object.values(records.subscriptions).filter(subscription => subscription.customer === customer);

  return {
    records,
    now,
    createCustomer,
    deleteCustomer,
    openSession,
    expireSession,
    pay,
    cancel,
    setCancelAtPeriodEnd,
    setCard,
    refund,
    dispute,
    closeDispute,
    advance,
    subscriptionsOf,
  };
}

export type Provider = ReturnType<typeof provider>;

export function objectById<Kept>(kept: Readonly<Record<string, Kept>>, id: string, what: string): Kept {
  const one = Object.hasOwn(kept, id) ? kept[id] : undefined;
  if (one === undefined) throw new ObjectNotFound(`No such ${what}: '${id}'`);
  return one;
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** The same day of the next month, or that month's last day. */
function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1_000);
}
