import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { subscriptionText } from '../../shared/billing/subscription-text.ts';
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
