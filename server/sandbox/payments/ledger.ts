import { randomBytes } from 'node:crypto';
import type { ProviderEvent, Records, Subscription } from './records.ts';
import { subscriptionJson } from './render.ts';

export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound';
}

export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}

/** An idempotency key that was used with other fields. */
export class KeyReused extends Error {
  override readonly name = 'KeyReused';
}

/** The records of the simulated provider, the clocks of its customers, and the events that tell of its changes. */
export interface Ledger {
  readonly records: Records;
  /** Seconds since 1970, without the time by which customers' clocks are ahead. */
  readonly realNow: () => number;
  /** Seconds since 1970 by the customer's clock. */
  readonly now: (customer: string) => number;
  readonly subscriptionsOf: (customer: string) => readonly Subscription[];
  readonly emitEvent: (type: string, customer: string, object: unknown) => void;
  readonly emitSubscriptionEvent: (type: string, subscription: Subscription) => void;
}

export function ledger(records: Records, emit: (event: ProviderEvent) => void): Ledger {
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
  const subscriptionsOf = (customer: string) =>
    Object.values(records.subscriptions).filter(subscription => subscription.customer === customer);
  return { records, realNow, now, subscriptionsOf, emitEvent, emitSubscriptionEvent };
}

export function objectById<Kept>(kept: Readonly<Record<string, Kept>>, id: string, what: string): Kept {
  const one = Object.hasOwn(kept, id) ? kept[id] : undefined;
  if (one === undefined) throw new ObjectNotFound(`No such ${what}: '${id}'`);
  return one;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
