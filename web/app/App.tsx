import { type ReactNode, StrictMode, Suspense } from 'react';
import type { Site } from '../../facade/site.ts';
import { PageSpinner } from '../shared/components/Spinner.tsx';
import type { Notifications } from '../shared/notification/notifications.ts';
import { NotificationProvider } from '../shared/notification.tsx';
import type { Session } from '../shared/session/session.ts';
import { SessionProvider } from '../shared/session.tsx';
import { SiteProvider } from '../shared/site.tsx';
import { FailureBoundary } from './FailureBoundary.tsx';
import { Pages } from './Pages.tsx';

/**
 * The whole app, in the browser and for prerendering public pages on the server.
 * @param router the browser's router, or a static one for a prerendered path
 */
export function App({
  session,
  notifications,
  site,
  router,
}: {
  session: Session;
  notifications: Notifications;
  site: Site;
  router: (content: ReactNode) => ReactNode;
}) {
  return (
    <StrictMode>
      <SiteProvider site={site}>
        <SessionProvider session={session}>
          <NotificationProvider notifications={notifications}>
            {router(
              <FailureBoundary>
                <Suspense fallback={<PageSpinner />}>
                  <Pages />
                </Suspense>
              </FailureBoundary>,
            )}
          </NotificationProvider>
        </SessionProvider>
      </SiteProvider>
    </StrictMode>
  );
}
