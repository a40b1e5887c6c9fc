import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { refreshSubscription } from '../../../facade/billing.ts';
import { returnPath } from '../../shared/billing/return-path.ts';
import { subscriptionText } from '../../shared/billing/subscription-text.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Spinner } from '../../shared/components/Spinner.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { profileQuery } from '../../shared/queries.ts';
import { useClient, useSessionActions } from '../../shared/session.tsx';
import styles from './AfterCheckout.module.css';

/** Interval of asking the provider whether the payment has arrived, in milliseconds. */
const ASK_EVERY = 1_000;
/** After so many attempts the page says what to do instead of waiting. */
const PATIENCE = 30;

const queryKey = ['subscription-now'];
interface Answer {
  readonly active: boolean;
  readonly times: number;
}
const isComing = ({ active, times }: Answer) => !active && times < PATIENCE;

/** The page to which the payment provider returns: shows the result, and links to the page before. */
export default function AfterCheckout() {
  usePageTitle('Subscription');
  const [search] = useSearchParams();
  const paid = search.get('checkout') === 'paid';
  const client = useClient();
  const session = useSessionActions();
  const cache = useQueryClient();
  const asked = useQuery({
    queryKey,
    queryFn: async () => {
      const { activeSubscription } = await client.call(refreshSubscription);
      return { active: activeSubscription, times: (cache.getQueryData<Answer>(queryKey)?.times ?? 0) + 1 };
    },
    gcTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (paid && data && isComing(data) ? ASK_EVERY : false),
  });
  const active = asked.data?.active;
  useEffect(() => {
    if (active === undefined) return;
    // Refreshes the token, because the navigation reads the subscription from it.
    void session.client.refresh().catch(() => {});
    void cache.invalidateQueries({ queryKey: ['profile'] });
  }, [active, session, cache]);

  if (asked.error && !asked.data)
    return (
      <Outcome title="We could not ask the payment provider" text={`${loadFailure(asked.error)}.`}>
        <Button onClick={() => void asked.refetch()}>Try again</Button>
        <ButtonLink look="outline" to={returnPath()}>
          Go on
        </ButtonLink>
      </Outcome>
    );
  if (!asked.data) return <Waiting text="One moment: we ask the payment provider." />;
  if (paid && active)
    return (
      <Outcome
        title="Thank you. Every chapter that is ready is open."
        text="Your subscription is active. You can cancel it at any time in your profile."
      >
        <ButtonLink to={returnPath()}>Go on reading</ButtonLink>
      </Outcome>
    );
  if (paid)
    return isComing(asked.data) ? (
      <Waiting text="Your payment is on its way to us…" />
    ) : (
      <Outcome
        title="Your payment has not arrived yet"
        text="That can take some minutes. The chapters open by themselves; nothing is charged twice."
      >
        <Button onClick={() => void cache.resetQueries({ queryKey })}>Ask again</Button>
        <ButtonLink look="outline" to={returnPath()}>
          Go on
        </ButtonLink>
      </Outcome>
    );
  if (search.get('checkout') === 'canceled')
    return (
      <Outcome
        title="Nothing was charged"
        text="You left the checkout. The first chapter of every book stays free."
      >
        <ButtonLink to={returnPath()}>Go on</ButtonLink>
      </Outcome>
    );
  return <AfterPortal active={asked.data.active} />;
}

/** Back from the portal, where a subscription can be cancelled, resumed or paid in another way. */
function AfterPortal({ active }: { active: boolean }) {
  const profile = useQuery(profileQuery(useClient()));
  if (profile.isPending || profile.isFetching)
    return <Waiting text="One moment: we ask the payment provider." />;
  const title = active ? 'Your subscription is active' : 'You have no subscription';
  return (
    <Outcome
      title={
        profile.data?.subscription?.cancelsAtPeriodEnd && active ? 'Your subscription is cancelled' : title
      }
      text={profile.data ? subscriptionText(profile.data) : 'Your profile shows what is open to you.'}
    >
      <ButtonLink to={returnPath()}>Go on</ButtonLink>
    </Outcome>
  );
}

function Outcome({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles['page']}>
      <div role="status">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <div className={styles['actions']}>{children}</div>
    </section>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <section className={styles['page']}>
      <p role="status" className={styles['waiting']}>
        <Spinner size={24} /> {text}
      </p>
    </section>
  );
}
