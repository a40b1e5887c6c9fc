import { lazy } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { Role } from '../../domain/account/roles.ts';
import { PageSpinner } from '../shared/components/Spinner.tsx';
import { useSession } from '../shared/session.tsx';

/** Rarely needed, and public pages do without what lies on the device. */
const Unreachable = lazy(() => import('./device/Unreachable.tsx'));

/** Needs an access token and one of the roles; else to /login, which brings the visitor back here (spec 2). */
export function Protected({ roles }: { roles: readonly Role[] }) {
  const session = useSession();
  const origin = useLocation();
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'unreachable') return <Unreachable />;
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
