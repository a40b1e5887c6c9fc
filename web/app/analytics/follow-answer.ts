import { consentAnswered, hasAnswered } from '../../shared/consent/consent-answered.ts';
import type { Session } from '../../shared/session/session.ts';

/**
 * Loads analytics code only after the consent question was answered, to keep pages small. Until then the campaign of the
 * address is in memory only.
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
