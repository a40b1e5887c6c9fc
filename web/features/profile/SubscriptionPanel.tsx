import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { dayOf } from '../../shared/billing/day.ts';
import { useCheckout, usePortal } from '../../shared/billing/useCheckout.ts';
import { usePrice } from '../../shared/billing/usePrice.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import styles from './Profile.module.css';

type Profile = ReplyOf<typeof profile>;

/** Subscribe or manage (spec 6, profile panel of non-admins), with the terms before paying. */
export function SubscriptionPanel({ profile }: { profile: Profile }) {
  const checkout = useCheckout();
  const portal = usePortal();
  const price = usePrice();
  const { activeSubscription, stripeCustomerId } = profile;
  const failed = checkout.failed ?? portal.failed;
  return (
    <section id="subscription" className={styles['sheet']}>
      <h2>Subscription</h2>
      <p>{subscriptionText(profile)}</p>
      {!activeSubscription && (
        <ul className={styles['terms']}>
          <li>
            <strong>{price}</strong>, taxes as shown at the checkout.
          </li>
          <li>It renews every month until you cancel, here, in two clicks.</li>
          <li>After you cancel, everything stays open to the end of the month you paid for.</li>
        </ul>
      )}
      {failed && <Banner type="error">{failed}</Banner>}
      <div className={styles['actions']}>
        {!activeSubscription && (
          <Button look="gold" busy={checkout.isPending} onClick={checkout.begin}>
            {checkout.isPending ? 'Opening the checkout…' : 'Subscribe'}
          </Button>
        )}
        {stripeCustomerId !== null && (
          <Button look="outline" busy={portal.isPending} onClick={() => portal.open(stripeCustomerId)}>
            {portal.isPending ? 'Opening…' : 'Manage subscription'}
          </Button>
        )}
      </div>
    </section>
  );
}

function subscriptionText({ activeSubscription, subscription }: Profile): string {
  if (!subscription) return 'The first chapter of every book is free. A subscription opens all others.';
  const { cancelsAtPeriodEnd, paidUntil, closesAt } = subscription;
  if (!activeSubscription)
    return 'Your subscription has ended. The first chapter of every book is open to you; a subscription opens all others.';
  if (closesAt !== null)
    return `Your last payment failed. Every chapter stays open until ${dayOf(closesAt)}; check your card under “Manage subscription”.`;
  if (paidUntil === null) return 'Your subscription is active: every chapter is open to you.';
  return cancelsAtPeriodEnd
    ? `You cancelled: every chapter stays open until ${dayOf(paidUntil)}, and nothing more is charged.`
    : `Your subscription is active: every chapter is open to you. It renews on ${dayOf(paidUntil)}.`;
}
