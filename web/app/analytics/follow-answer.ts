import { consentAnswered, hasAnswered } from '../../shared/consent/consent-answered.ts';
import type { Session } from '../../shared/session/session.ts';

/**
 * Loads what follows the answer to the question for consent once there is one, so that no page is heavier before. Until
 * then the campaign, which the address of the arrival names, is in memory only.
 */
export function followAnswer(session: Session): void {
  const arrival = location.search;
  const begin = () =>
    void import('./begin.ts').then(
      ({ beginAnalytics }) => beginAnalytics(session, arrival),
      // Without a connection: the next page load tries again.
      () => {},
    );
  if (hasAnswered()) begin();
  else addEventListener(consentAnswered, begin, { once: true });
}
