import { type ComponentType, useEffect } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { NotFound } from '../features/not-found/NotFound.tsx';
import { loadable } from '../shared/loadable.ts';
import { PrefetchPage } from '../shared/prefetch-page.ts';
import { pageShown } from './analytics/page-shown.ts';
import { Protected, PublicOnly } from './guards.tsx';
import { onLinkIntent } from './links.ts';

/** The layout of every page except the reader and the review, which have no navigation and footer. */
const Shell = loadable(() => import('./shell/Shell.tsx').then(({ Shell }) => ({ default: Shell })));
const AppLayout = loadable(() =>
  import('./shell/AppLayout.tsx').then(({ AppLayout }) => ({ default: AppLayout })),
);
/** Provides the query client, for pages behind a login. */
const Queries = loadable(() => import('./Queries.tsx'));

type Page = readonly [path: string, Page: ComponentType & { readonly load: () => Promise<unknown> }];

/** Public pages for search engines: the server prerenders them (decision 39). */
export const prerenderedPages = {
  '/': loadable(() => import('../features/home/Home.tsx')),
  '/about': loadable(() => import('../features/home/About.tsx')),
  '/faq': loadable(() => import('../features/home/Faq.tsx')),
  '/contact': loadable(() => import('../features/contact/Contact.tsx')),
  '/report-issue': loadable(() => import('../features/contact/ReportIssue.tsx')),
  '/donate': loadable(() => import('../features/home/Donate.tsx')),
  '/terms-of-service': loadable(() => import('../features/legal/Terms.tsx')),
  '/privacy-policy': loadable(() => import('../features/legal/Privacy.tsx')),
};

const publicPages: readonly Page[] = [
  ...Object.entries(prerenderedPages),
  ['/forgot-password', loadable(() => import('../features/password/ForgotPassword.tsx'))],
  ['/reset-password', loadable(() => import('../features/password/ResetPassword.tsx'))],
  ['/verification-success', loadable(() => import('../features/verification/Success.tsx'))],
  ['/verification-expired', loadable(() => import('../features/verification/Expired.tsx'))],
  ['/verification-failure', loadable(() => import('../features/verification/Failure.tsx'))],
  ['/verify-email', loadable(() => import('../features/verification/VerifyEmail.tsx'))],
  ['/confirm-email', loadable(() => import('../features/email-change/ConfirmEmail.tsx'))],
  ['/revert-email', loadable(() => import('../features/email-change/RevertEmail.tsx'))],
];
const visitorPages: readonly Page[] = [
  ['/sign-up', loadable(() => import('../features/sign-up/SignUp.tsx'))],
  ['/login', loadable(() => import('../features/login/Login.tsx'))],
];
const learnerPages: readonly Page[] = [
  ['/library', loadable(() => import('../features/library/Library.tsx'))],
  ['/vocabulary', loadable(() => import('../features/vocabulary/Vocabulary.tsx'))],
  ['/placement', loadable(() => import('../features/placement/Placement.tsx'))],
  ['/import', loadable(() => import('../features/import/Import.tsx'))],
  ['/progress', loadable(() => import('../features/progress/Progress.tsx'))],
  ['/profile', loadable(() => import('../features/profile/Profile.tsx'))],
  ['/subscription', loadable(() => import('../features/subscription/AfterCheckout.tsx'))],
  ['/settings', loadable(() => import('../features/settings/Settings.tsx'))],
];
const adminPages: readonly Page[] = [['/admin', loadable(() => import('../features/admin/Admin.tsx'))]];
const deskPages: readonly Page[] = [['/desk', loadable(() => import('../features/admin/Desk.tsx'))]];
const readerPages: readonly Page[] = [
  ['/sv/:bookId/:chapter', loadable(() => import('../features/reader/Reader.tsx'))],
  ['/review', loadable(() => import('../features/review/Review.tsx'))],
];

const allPages = [publicPages, visitorPages, learnerPages, adminPages, deskPages, readerPages];

const anyRole = ['admin', 'employee', 'user'] as const;
const admins = ['admin'] as const;
const staff = ['admin', 'employee'] as const;

/**
 * Requests the chunks of the first page in parallel, while the session is being read. A visitor would be redirected from a page
 * behind a login.
 */
export function loadFirst(pathname: string, maySessionExist: boolean): Promise<unknown> {
  return loadChunks(pathname, maySessionExist ? allPages : [publicPages, visitorPages]);
}

/** The route table of spec 2. Each page is its own chunk, prefetched when a link to it is about to be followed. */
export function Pages() {
  const { pathname } = useLocation();
  useEffect(() => onLinkIntent(loadPage), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what is told.
  useEffect(() => void dispatchEvent(new Event(pageShown)), [pathname]);
  return (
    <PrefetchPage value={loadPage}>
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
    </PrefetchPage>
  );
}

function loadPage(pathname: string): void {
  void loadChunks(pathname, allPages);
}

function routeOf([path, Page]: Page) {
  return <Route key={path} path={path} element={<Page />} />;
}

/** Loads the chunks of the page at a path. A failure shows when the page is opened. */
function loadChunks(pathname: string, pages: readonly (readonly Page[])[]): Promise<unknown> {
  const isReader = readerPages.some(([path]) => matchPath(path, pathname));
  const found = pages.flat().flatMap(([path, Page]) => (matchPath(path, pathname) ? [Page] : []));
  const isPublic = [publicPages, visitorPages].flat().some(([path]) => matchPath(path, pathname));
  const around = [
    ...(isReader ? [] : [Shell, AppLayout]),
    ...(isPublic || found.length === 0 ? [] : [Queries]),
  ];
  const wanted = [...around, ...found];
  return Promise.all(wanted.map(({ load }) => load().catch(() => {})));
}
