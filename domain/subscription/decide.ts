import type { Subscription, SubscriptionEvent } from './subscription.ts';

export interface SubscriptionCommand {
  readonly type: 'record';
  /** The subscription as the provider has it now; its webhooks promise no order, so they are never folded themselves. */
  readonly now: Subscription & { readonly status: NonNullable<Subscription['status']> };
  readonly providerEvent: string;
}

/** Records the difference between what we knew and what the provider says now, or nothing. */
export function decide(
  known: Subscription,
  { now, providerEvent }: SubscriptionCommand,
): readonly SubscriptionEvent[] {
  const same =
    known.status === now.status &&
    known.paidUntil === now.paidUntil &&
    known.cancelsAtPeriodEnd === now.cancelsAtPeriodEnd;
  if (same) return [];
  const { status: to, paidUntil, cancelsAtPeriodEnd } = now;
  return [
    {
      type: 'SubscriptionChanged',
      data: { from: known.status, to, paidUntil, cancelsAtPeriodEnd, providerEvent },
    },
  ];
}
