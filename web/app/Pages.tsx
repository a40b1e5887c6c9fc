import { type ComponentType, lazy, useEffect } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { NotFound } from '../features/not-found/NotFound.tsx';
import { LoadAhead } from '../shared/load-ahead.ts';
import { Protected, PublicOnly } from './guards.tsx';
import { followLinks } from './links.ts';

/** A page that is its own chunk, which can be loaded before the page is shown. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return Object.assign(lazy(load), { load });
}

/** Around every page but the reader's, which loads neither navigation nor footer. */
const Shell = page(() => import('./shell/Shell.tsx').then(({ Shell }) => ({ default: Shell })));
const AppLayout = page(() =>
  import('./shell/AppLayout.tsx').then(({ AppLayout }) => ({ default: AppLayout })),
);
/** All that is behind a login reads through the query client. */
const Queries = page(() => import('./Queries.tsx'));
const Home = page(() => import('../features/home/Home.tsx'));

type Page = readonly [path: string, Page: ReturnType<typeof page>];

const publicPages: readonly Page[] = [
  ['/', Home],
  ['/about', Home],
  ['/faq', Home],
  ['/contact', Home],
  ['/report-issue', Home],
  ['/donate', page(() => import('../features/home/Donate.tsx'))],
  ['/forgot-password', page(() => import('../features/password/ForgotPassword.tsx'))],
  ['/reset-password', page(() => import('../features/password/ResetPassword.tsx'))],
  ['/verification-success', page(() => import('../features/verification/Success.tsx'))],
  ['/verification-expired', page(() => import('../features/verification/Expired.tsx'))],
  ['/verification-failure', page(() => import('../features/verification/Failure.tsx'))],
  ['/verify-email', page(() => import('../features/verification/VerifyEmail.tsx'))],
  ['/confirm-email', page(() => import('../features/email-change/ConfirmEmail.tsx'))],
  ['/revert-email', page(() => import('../features/email-change/RevertEmail.tsx'))],
  ['/terms-of-service', page(() => import('../features/legal/Terms.tsx'))],
  ['/privacy-policy', page(() => import('../features/legal/Privacy.tsx'))],
];
const visitorPages: readonly Page[] = [
  ['/sign-up', page(() => import('../features/sign-up/SignUp.tsx'))],
  ['/login', page(() => import('../features/login/Login.tsx'))],
];
const learnerPages: readonly Page[] = [
  ['/library', page(() => import('../features/library/Library.tsx'))],
  ['/profile', page(() => import('../features/profile/Profile.tsx'))],
  ['/subscription', page(() => import('../features/subscription/AfterCheckout.tsx'))],
  ['/settings', page(() => import('../features/settings/Settings.tsx'))],
];
const adminPages: readonly Page[] = [['/admin', page(() => import('../features/admin/Admin.tsx'))]];
const deskPages: readonly Page[] = [['/desk', page(() => import('../features/admin/Desk.tsx'))]];
const readerPages: readonly Page[] = [
  ['/sv/:bookId/:chapter', page(() => import('../features/reader/Reader.tsx'))],
];

const allPages = [publicPages, visitorPages, learnerPages, adminPages, deskPages, readerPages];

const anyRole = ['admin', 'employee', 'user'] as const;
const admins = ['admin'] as const;
const staff = ['admin', 'employee'] as const;

// What the first page needs is asked for at once, not one after the other. A page behind a login waits until it is known
// who is here: a visitor is led to the login page, and needs nothing of it.
loadAhead(location.pathname, [publicPages, visitorPages]);

/** The route table of spec 2. Each page is its own chunk, and is fetched when a link to it is about to be followed. */
export function Pages() {
  useEffect(() => followLinks(loadPage), []);
  return (
    <LoadAhead value={loadPage}>
      <Routes>
        <Route element={<Shell />}>
          <Route element={<AppLayout />}>
            {publicPages.map(routeOf)}
            <Route element={<PublicOnly />}>{visitorPages.map(routeOf)}</Route>
            <Route element={<Protected roles={anyRole} />}>
              <Route element={<Queries />}>{learnerPages.map(routeOf)}</Route>
            </Route>
            <Route element={<Protected roles={admins} />}>
              <Route element={<Queries />}>{adminPages.map(routeOf)}</Route>
            </Route>
            <Route element={<Protected roles={staff} />}>
              <Route element={<Queries />}>{deskPages.map(routeOf)}</Route>
            </Route>
            <Route path="*" element={<NotFound />} />
          </Route>
        </Route>
        <Route element={<Protected roles={anyRole} />}>
          <Route element={<Queries />}>{readerPages.map(routeOf)}</Route>
        </Route>
      </Routes>
    </LoadAhead>
  );
}

function loadPage(pathname: string): void {
  loadAhead(pathname, allPages);
}

function routeOf([path, Page]: Page) {
  return <Route key={path} path={path} element={<Page />} />;
}

/** Loads the chunk of the page at a path. A failure is the page's own to show, once somebody goes there. */
function loadAhead(pathname: string, pages: readonly (readonly Page[])[]): void {
  const isReader = readerPages.some(([path]) => matchPath(path, pathname));
  if (!isReader) for (const { load } of [Shell, AppLayout]) load().catch(() => {});
  for (const [path, { load }] of pages.flat()) if (matchPath(path, pathname)) load().catch(() => {});
}
