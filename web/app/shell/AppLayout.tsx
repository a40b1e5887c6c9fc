import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { whenIdle } from '../../shared/idle.ts';
import { useClient, useSession } from '../../shared/session.tsx';
import { NotificationBar } from './NotificationBar.tsx';

/**
 * The notification above the page; it waits until it is known who is signed in. Profile and vocabulary of somebody who is
 * are prefetched, on public pages once the browser is idle (spec 2, Layouts).
 */
export function AppLayout() {
  const { status, learner, resettingPassword } = useSession();
  const client = useClient();
  const signedIn = status === 'signed-in' && !resettingPassword;
  useEffect(() => {
    if (!signedIn) return;
    return whenIdle(() => {
      import('../Queries.tsx').then(
        ({ prefetch }) => prefetch(client, learner),
        // The page that needs it says so.
        () => {},
      );
    });
  }, [signedIn, client, learner]);
  return (
    <>
      {status !== 'loading' && <NotificationBar />}
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </>
  );
}
