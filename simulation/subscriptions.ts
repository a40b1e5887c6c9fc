import type { Random } from '../domain/quiz/random.ts';
import type { SubscriptionCommand } from '../domain/subscription/decide.ts';
import { integerBetween } from './chance.ts';

/** What the payment provider reports about a subscription, and when (milliseconds since 1970). */
export interface SubscriptionNotice {
  readonly at: number;
  readonly now: SubscriptionCommand['now'];
}

const DAY = 86_400_000;
const PERIOD = 30 * DAY;

/** A subscription from its first day: a week's trial, months that are paid, some cancelled, some cards that fail. */
export function subscriptionFrom(start: number, end: number, random: Random): readonly SubscriptionNotice[] {
  const notices: SubscriptionNotice[] = [];
  const notify = (
    at: number,
    status: SubscriptionNotice['now']['status'],
    paidUntil: number,
    cancelsAtPeriodEnd = false,
  ) =>
    notices.push({
      at,
      now: {
        status,
        paidUntil: new Date(paidUntil).toISOString(),
        cancelsAtPeriodEnd,
        pastDueSince: status === 'past_due' ? new Date(at).toISOString() : null,
        payment: 'kept',
      },
    });
  let from = start;
  let until = start + 7 * DAY;
  notify(from, 'trialing', until);
  while (until < end) {
    const paying = from === start ? 'trialing' : 'active';
    if (random() < (paying === 'trialing' ? 0.2 : 0.15)) {
      notify(from + integerBetween(random, 1, 6) * DAY, paying, until, true);
      notify(until, 'canceled', until);
      break;
    }
    from = until;
    until += PERIOD;
    if (random() < 0.07) {
      notify(from, 'past_due', from);
      if (random() < 0.35) {
        notify(from + 14 * DAY, 'canceled', from);
        break;
      }
      notify(from + integerBetween(random, 1, 5) * DAY, 'active', until);
    } else notify(from, 'active', until);
  }
  return notices.filter(({ at }) => at < end);
}
