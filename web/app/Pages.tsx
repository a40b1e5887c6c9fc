import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../features/not-found/NotFound.tsx';
import { Protected, PublicOnly } from './guards.tsx';
import { AppLayout } from './shell/AppLayout.tsx';
import { Shell } from './shell/Shell.tsx';

/** All that is behind a login reads through the query client. */
const Queries = lazy(() => import('./Queries.tsx'));
const Home = lazy(() => import('../features/home/Home.tsx'));
const Donate = lazy(() => import('../features/home/Donate.tsx'));
const SignUp = lazy(() => import('../features/sign-up/SignUp.tsx'));
const Login = lazy(() => import('../features/login/Login.tsx'));
const ForgotPassword = lazy(() => import('../features/password/ForgotPassword.tsx'));
const ResetPassword = lazy(() => import('../features/password/ResetPassword.tsx'));
const VerificationSuccess = lazy(() => import('../features/verification/Success.tsx'));
const VerificationExpired = lazy(() => import('../features/verification/Expired.tsx'));
const VerificationFailure = lazy(() => import('../features/verification/Failure.tsx'));
const Terms = lazy(() => import('../features/legal/Terms.tsx'));
const Privacy = lazy(() => import('../features/legal/Privacy.tsx'));
const Library = lazy(() => import('../features/library/Library.tsx'));
const Profile = lazy(() => import('../features/profile/Profile.tsx'));
const Settings = lazy(() => import('../features/settings/Settings.tsx'));
const Admin = lazy(() => import('../features/admin/Admin.tsx'));
const Reader = lazy(() => import('../features/reader/Reader.tsx'));

const anyRole = ['admin', 'employee', 'user'] as const;
const admins = ['admin'] as const;

const publicPages: readonly (readonly [string, ComponentType])[] = [
  ['/', Home],
  ['/about', Home],
  ['/faq', Home],
  ['/contact', Home],
  ['/report-issue', Home],
  ['/donate', Donate],
  ['/forgot-password', ForgotPassword],
  ['/reset-password', ResetPassword],
  ['/verification-success', VerificationSuccess],
  ['/verification-expired', VerificationExpired],
  ['/verification-failure', VerificationFailure],
  ['/terms-of-service', Terms],
  ['/privacy-policy', Privacy],
];

/** The route table of spec 2. Each page is its own chunk. */
export function Pages() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<AppLayout />}>
          {publicPages.map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route element={<PublicOnly />}>
            <Route path="/sign-up" element={<SignUp />} />
            <Route path="/login" element={<Login />} />
          </Route>
          <Route element={<Protected roles={anyRole} />}>
            <Route element={<Queries />}>
              <Route path="/library" element={<Library />} />
              <Route path="/profile" element={<Profile />} />
              <Route path="/settings" element={<Settings />} />
            </Route>
          </Route>
          <Route element={<Protected roles={admins} />}>
            <Route element={<Queries />}>
              <Route path="/admin" element={<Admin />} />
            </Route>
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
      <Route element={<Protected roles={anyRole} />}>
        <Route element={<Queries />}>
          <Route path="/sv/:bookId/:chapter" element={<Reader />} />
        </Route>
      </Route>
    </Routes>
  );
}
