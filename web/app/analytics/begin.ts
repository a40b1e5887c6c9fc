import { consent, followConsent, isWithdrawing } from '../../shared/consent/consent.ts';
import type { Session } from '../../shared/session/session.ts';
import type { Campaign } from './campaign.ts';

const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

export function campaignIn(search: string): Campaign {
  const named = new URLSearchParams(search);
  return Object.fromEntries(
    parameters.flatMap(name => {
      const value = named.get(name);
      return value ? [[name, value.slice(0, 255)]] : [];
    }),
  );
}

/** Loads analytics once there is consent, and not before. A refusal drops the campaign. */
export function beginAnalytics(session: Session, arrival: string): void {
  let campaign = campaignIn(arrival);
  let loaded: Promise<typeof import('./analytics.ts')> | undefined;
  const follow = () => {
    const choice = consent();
    if (choice === 'refused') campaign = {};
    if (!loaded && (choice === 'undecided' || choice === 'refused') && !isWithdrawing()) return;
    loaded ??= import('./analytics.ts');
    loaded.then(
      ({ followChoice }) => followChoice(session, campaign),
      () => {
        // Without a connection: the next choice or page tries again.
        loaded = undefined;
      },
    );
  };
  followConsent(follow);
  follow();
}
