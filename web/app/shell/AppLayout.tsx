import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { whenIdle } from '../../shared/idle.ts';
import { remembersOther } from '../../shared/session/remembered.ts';
import { useClient, useSession, useSessionActions } from '../../shared/session.tsx';
import { NotificationBar } from './NotificationBar.tsx';

/**
 * Shows the notification above the page once the session is known. Prefetches profile and vocabulary of a signed-in learner,
 * on public pages when the browser is idle (spec 2, Layouts).
 */
export function AppLayout() {
  const { status, learner, resettingPassword } = useSession();
  const session = useSessionActions();
  const client = useClient();
  const signedIn = status === 'signed-in' && !resettingPassword;
  useEffect(() => {
    if (!signedIn) return;
    return whenIdle(() => {
      import('../Queries.tsx').then(
        ({ prefetch }) => prefetch(client, learner),
        // The page that needs it reports the failure.
        () => {},
      );
    });
  }, [signedIn, client, learner]);
  useEffect(() => {
    // A session that ended elsewhere redirects here from any page.
    if (status !== 'signed-out' || !session.isOver() || !remembersOther(null)) return;
    import('../../shared/device/log-out.ts')
      .then(({ clearRemembered }) => clearRemembered(session))
      .catch(error => console.error('the data on this device was not cleared', error));
  }, [status, session]);
  return (
    <>
      {status !== 'loading' && <NotificationBar />}
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </>
  );
}
