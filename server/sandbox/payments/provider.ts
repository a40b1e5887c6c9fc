import { InvalidRequest, ledger, newId, ObjectNotFound, objectById } from './ledger.ts';
import {
  type CheckoutSession,
  type Customer,
  noRecords,
  type ProviderEvent,
  type Records,
  type Subscription,
} from './records.ts';
import { refunds } from './refunds.ts';
import { customerJson, invoiceJson, sessionJson } from './render.ts';
import { monthAfter, renewals } from './renewals.ts';

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
  const kept = ledger(records, emit);
  const { realNow, now, subscriptionsOf, emitEvent, emitSubscriptionEvent } = kept;
  const { newInvoice, settle, cancel, attempt, advance } = renewals(kept);

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
    page: Pick<CheckoutSession, 'successUrl' | 'cancelUrl' | 'submitText'>,
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
      ...page,
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
    ...refunds(kept),
    advance,
    subscriptionsOf,
  };
}

export type Provider = ReturnType<typeof provider>;
