import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { Role } from '../../domain/account/roles.ts';
import { Button } from '../shared/components/Button.tsx';
import { ErrorState } from '../shared/components/feedback/States.tsx';
import { PageSpinner } from '../shared/components/Spinner.tsx';
import { useSession, useSessionActions } from '../shared/session.tsx';

/** Needs an access token and one of the roles; else to /login, which brings the visitor back here (spec 2). */
export function Protected({ roles }: { roles: readonly Role[] }) {
  const session = useSession();
  const { start } = useSessionActions();
  const origin = useLocation();
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'unreachable')
    return (
      <ErrorState messages={['no server response']}>
        <Button look="outline" onClick={() => void start()}>
          Try again
        </Button>
      </ErrorState>
    );
  if (session.status === 'signed-out') return <Navigate to="/login" replace state={{ origin }} />;
  // Without the role, an origin would lead from the login page straight back here, and so on for ever.
  const allowed = session.roles.some(role => roles.includes(role));
  return allowed ? <Outlet /> : <Navigate to="/login" replace />;
}

/** For visitors only: who is signed in goes to the library, or to where they were sent from. */
export function PublicOnly() {
  const { status, resettingPassword } = useSession();
  const { state } = useLocation();
  if (status === 'loading') return <PageSpinner />;
  if (status !== 'signed-in' || resettingPassword) return <Outlet />;
  const origin: { pathname?: string; search?: string } = state?.origin ?? {};
  return <Navigate to={`${origin.pathname ?? '/library'}${origin.search ?? ''}`} replace />;
}
