import { InvalidRequest, type Ledger, newId, ObjectNotFound, objectById } from './ledger.ts';
import { type Charge, type Invoice, price, type Subscription } from './records.ts';
import { invoiceJson } from './render.ts';

/** Days after the first failure on which a declined card is charged again; after the last one the subscription is canceled. */
const RETRY_DAYS = [3, 8, 15];
const DAY = 86_400;

/** What happens to subscriptions as time passes: invoices, charges, failed payments, renewals and their end. */
export function renewals({
  records,
  realNow,
  now,
  subscriptionsOf,
  emitEvent,
  emitSubscriptionEvent,
}: Ledger) {
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

  return { newInvoice, settle, cancel, attempt, advance };
}

/** The same day of the next month, or that month's last day. */
export function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return Math.floor(date.getTime() / 1_000);
}
