import {
  type Charge,
  type CheckoutSession,
  type Customer,
  type Dispute,
  type Invoice,
  price,
  type Records,
  type Subscription,
} from './records.ts';

/** Records in the JSON of the provider's API, with the fields that the application reads. */

export const listOf = (url: string, data: readonly unknown[], hasMore = false) => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
});

export function customerJson({ id, email, metadata, created, clock, deleted }: Customer) {
  if (deleted) return { id, object: 'customer', deleted: true };
  return { id, object: 'customer', email, metadata, created, livemode: false, test_clock: clock };
}

export function priceJson() {
  return {
    id: price.id,
    object: 'price',
    active: true,
    lookup_key: price.lookupKey,
    currency: price.currency,
    unit_amount: price.amount,
    type: 'recurring',
    recurring: { interval: 'month', interval_count: 1 },
    livemode: false,
  };
}

export function sessionJson(session: CheckoutSession, url: string) {
  const { id, customer, created, status, subscription, metadata, successUrl, cancelUrl } = session;
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    customer,
    created,
    status,
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    subscription,
    metadata,
    success_url: successUrl,
    cancel_url: cancelUrl,
    url: status === 'open' ? url : null,
    livemode: false,
  };
}

/** @param expandInvoice whether `latest_invoice` is the invoice with its payments, or its id */
export function subscriptionJson(records: Records, subscription: Subscription, expandInvoice = false) {
  const invoice = records.invoices[subscription.latestInvoice];
  return {
    id: subscription.id,
    object: 'subscription',
    customer: subscription.customer,
    created: subscription.created,
    metadata: subscription.metadata,
    status: subscription.status,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    ended_at: subscription.endedAt,
    items: listOf(`/v1/subscription_items?subscription=${subscription.id}`, [
      {
        id: `si_${subscription.id}`,
        object: 'subscription_item',
        price: priceJson(),
        quantity: 1,
        current_period_start: subscription.periodStart,
        current_period_end: subscription.periodEnd,
      },
    ]),
    latest_invoice: expandInvoice && invoice ? invoiceJson(invoice) : subscription.latestInvoice,
    livemode: false,
  };
}

export function invoiceJson(invoice: Invoice) {
  const { id, customer, created, amount, status, attempts, nextAttempt, paymentIntent, subscription } =
    invoice;
  return {
    id,
    object: 'invoice',
    customer,
    created,
    currency: price.currency,
    status,
    amount_due: amount,
    amount_paid: status === 'paid' ? amount : 0,
    attempt_count: attempts,
    attempted: attempts > 0,
    next_payment_attempt: nextAttempt,
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    status_transitions: { finalized_at: created },
    payments: listOf(`/v1/invoice_payments?invoice=${id}`, [
      {
        id: `inpay_${id}`,
        object: 'invoice_payment',
        invoice: id,
        status: status === 'paid' ? 'paid' : 'open',
        payment: { type: 'payment_intent', payment_intent: paymentIntent },
      },
    ]),
    livemode: false,
  };
}

export function chargeJson(charge: Charge) {
  const { id, customer, created, amount, amountRefunded, disputed, paymentIntent } = charge;
  return {
    id,
    object: 'charge',
    customer,
    created,
    amount,
    amount_refunded: amountRefunded,
    refunded: amountRefunded >= amount,
    disputed,
    paid: true,
    status: 'succeeded',
    currency: price.currency,
    payment_intent: paymentIntent,
    livemode: false,
  };
}

export function disputeJson({ id, charge, created, amount, status }: Dispute) {
  return {
    id,
    object: 'dispute',
    charge,
    created,
    amount,
    status,
    currency: price.currency,
    livemode: false,
  };
}
