/** The data of the simulated payment provider. Times are seconds since 1970, as in the provider's API. */

export interface Customer {
  readonly id: string;
  email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  /** Its test clock, which shows the real time until it is moved ahead. */
  readonly clock: string;
  /** How far its clock is ahead, in seconds. */
  ahead: number;
  deleted: boolean;
}

export interface CheckoutSession {
  readonly id: string;
  readonly customer: string;
  readonly created: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The merchant's words beside the button. */
  readonly submitText?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
}

export interface Subscription {
  readonly id: string;
  readonly customer: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  status: 'active' | 'past_due' | 'canceled';
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  endedAt: number | null;
  /** The test card pays, or is declined. */
  cardWorks: boolean;
  latestInvoice: string;
}

export interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly created: number;
  readonly amount: number;
  readonly paymentIntent: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  attempts: number;
  nextAttempt: number | null;
}

export interface Charge {
  readonly id: string;
  readonly customer: string;
  readonly paymentIntent: string;
  readonly created: number;
  readonly amount: number;
  amountRefunded: number;
  disputed: boolean;
}

export interface Dispute {
  readonly id: string;
  readonly charge: string;
  readonly created: number;
  readonly amount: number;
  status: 'needs_response' | 'won' | 'lost';
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  /** The object as it was then, in the provider's JSON. */
  readonly object: unknown;
  delivered: boolean;
}

export interface Records {
  readonly customers: Record<string, Customer>;
  readonly sessions: Record<string, CheckoutSession>;
  readonly subscriptions: Record<string, Subscription>;
  readonly invoices: Record<string, Invoice>;
  readonly charges: Record<string, Charge>;
  readonly disputes: Record<string, Dispute>;
  readonly events: Record<string, ProviderEvent>;
  /** Replies by idempotency key: the id of what was created then. */
  readonly idempotency: Record<string, string>;
}

export const noRecords = (): Records => ({
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  charges: {},
  disputes: {},
  events: {},
  idempotency: {},
});

/** The price of the only product (spec 9). */
export const price = {
  id: 'price_sandbox_monthly',
  lookupKey: 'standard_monthly',
  amount: 1499,
  currency: 'usd',
} as const;
