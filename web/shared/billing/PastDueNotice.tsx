import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { profile } from '../../../facade/users.ts';
import { Banner, bannerAction } from '../components/feedback/Banner.tsx';
import { dayOf } from './day.ts';
import { usePortal } from './useCheckout.ts';

/** Shown after a failed payment: what to do, and until when. */
export function PastDueNotice({
  profile: { activeSubscription, subscription, stripeCustomerId },
}: {
  profile: ReplyOf<typeof profile>;
}) {
  const portal = usePortal();
  if (!activeSubscription || !subscription?.closesAt || stripeCustomerId === null) return null;
  return (
    <Banner
      type="error"
      action={
        <button type="button" className={bannerAction} onClick={() => portal.open(stripeCustomerId)}>
          Check your card
        </button>
      }
    >
      {portal.failed ??
        `Your last payment failed. Every chapter stays open until ${dayOf(subscription.closesAt)}.`}
    </Banner>
  );
}
