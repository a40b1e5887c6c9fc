import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { useSession } from '../../shared/session.tsx';
import { NotificationBar } from './NotificationBar.tsx';

/** The notification above the page; it waits until it is known who is signed in (spec 2, Layouts). */
export function AppLayout() {
  const { status } = useSession();
  return (
    <>
      {status !== 'loading' && <NotificationBar />}
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </>
  );
}
