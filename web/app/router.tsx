import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { NotFound } from '../features/not-found/NotFound.tsx';
import { Protected, PublicOnly } from './guards.tsx';
import { RouteFailure } from './RouteFailure.tsx';
import { AppLayout } from './shell/AppLayout.tsx';
import { Shell } from './shell/Shell.tsx';

/** Each page is its own chunk. */
const page =
  (load: () => Promise<{ default: React.ComponentType }>): NonNullable<RouteObject['lazy']> =>
  async () => ({ Component: (await load()).default });

const home = page(() => import('../features/home/Home.tsx'));

/** The route table of spec 2. */
export function createRouter() {
  return createBrowserRouter([
    {
      errorElement: <RouteFailure />,
      children: [
        {
          element: <Shell />,
          children: [
            {
              element: <AppLayout />,
              children: [
                { path: '/', lazy: home },
                { path: '/about', lazy: home },
                { path: '/faq', lazy: home },
                { path: '/contact', lazy: home },
                { path: '/report-issue', lazy: home },
                { path: '/donate', lazy: page(() => import('../features/home/Donate.tsx')) },
                {
                  element: <PublicOnly />,
                  children: [
                    { path: '/sign-up', lazy: page(() => import('../features/sign-up/SignUp.tsx')) },
                    { path: '/login', lazy: page(() => import('../features/login/Login.tsx')) },
                  ],
                },
                {
                  path: '/forgot-password',
                  lazy: page(() => import('../features/password/ForgotPassword.tsx')),
                },
                {
                  path: '/reset-password',
                  lazy: page(() => import('../features/password/ResetPassword.tsx')),
                },
                {
                  path: '/verification-success',
                  lazy: page(() => import('../features/verification/Success.tsx')),
                },
                {
                  path: '/verification-expired',
                  lazy: page(() => import('../features/verification/Expired.tsx')),
                },
                {
                  path: '/verification-failure',
                  lazy: page(() => import('../features/verification/Failure.tsx')),
                },
                { path: '/terms-of-service', lazy: page(() => import('../features/legal/Terms.tsx')) },
                { path: '/privacy-policy', lazy: page(() => import('../features/legal/Privacy.tsx')) },
                {
                  element: <Protected roles={['admin', 'employee', 'user']} />,
                  children: [
                    { path: '/library', lazy: page(() => import('../features/library/Library.tsx')) },
                    { path: '/profile', lazy: page(() => import('../features/profile/Profile.tsx')) },
                    { path: '/settings', lazy: page(() => import('../features/settings/Settings.tsx')) },
                  ],
                },
                {
                  element: <Protected roles={['admin']} />,
                  children: [{ path: '/admin', lazy: page(() => import('../features/admin/Admin.tsx')) }],
                },
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
        {
          element: <Protected roles={['admin', 'employee', 'user']} />,
          children: [
            { path: '/sv/:bookId/:chapter', lazy: page(() => import('../features/reader/Reader.tsx')) },
          ],
        },
      ],
    },
  ]);
}
