import { lazy } from 'react';
import { Navigate, Outlet, type Path, useLocation } from 'react-router-dom';
import type { Role } from '../../domain/account/roles.ts';
import { PageSpinner } from '../shared/components/Spinner.tsx';
import { useSession } from '../shared/session.tsx';

/** A lazy chunk, because it is rarely needed. */
const Unreachable = lazy(() => import('./device/Unreachable.tsx'));

/** Needs an access token and one of the roles; else to /login, which brings the visitor back here (spec 2). */
export function Protected({ roles }: { roles: readonly Role[] }) {
  const session = useSession();
  const origin = useLocation();
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'unreachable') return <Unreachable />;
  if (session.status === 'signed-out') return <Navigate to="/login" replace state={{ origin }} />;
  // Without the role a return path would cause an endless redirect between this page and the login page.
  const allowed = session.roles.some(role => roles.includes(role));
  return allowed ? <Outlet /> : <Navigate to="/login" replace />;
}

/** For visitors only: a signed-in user is redirected to the library or the return path. */
export function PublicOnly() {
  const { status, resettingPassword } = useSession();
  const { state } = useLocation();
  if (status === 'loading') return <PageSpinner />;
  if (status !== 'signed-in' || resettingPassword) return <Outlet />;
  const { pathname = '/library', search = '', hash = '' }: Partial<Path> = state?.origin ?? {};
  return <Navigate to={{ pathname, search, hash }} replace />;
}
