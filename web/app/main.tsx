import '@fontsource-variable/inter';
import '@fontsource-variable/literata';
import '@fontsource-variable/literata/wght-italic.css';
import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { PageSpinner } from '../shared/components/feedback/Spinner.tsx';
import { createNotifications } from '../shared/notification/notifications.ts';
import { NotificationProvider } from '../shared/notification.tsx';
import { createSession } from '../shared/session/session.ts';
import { SessionProvider } from '../shared/session.tsx';
import { followTheme } from '../shared/theme/theme.ts';
import { takeAddressToken } from './address-token.ts';
import { Pages } from './Pages.tsx';
import { createQueryClient } from './query-client.ts';
import { RouteFailure } from './RouteFailure.tsx';

followTheme();
const session = createSession({ takeToken: takeAddressToken });
const queries = createQueryClient();
// What was read for one account must not be shown to the next.
let learner: string | null = null;
session.subscribe(() => {
  const now = session.auth().learner;
  if (learner !== null && now !== learner) queries.clear();
  learner = now;
});
void session.start();

// A data router, because the reader asks before it is left (spec 8), and only such a router can wait for an answer.
const router = createBrowserRouter([
  {
    path: '*',
    errorElement: <RouteFailure />,
    element: (
      <Suspense fallback={<PageSpinner />}>
        <Pages />
      </Suspense>
    ),
  },
]);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <NotificationProvider notifications={createNotifications(localStorage)}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </NotificationProvider>
    </SessionProvider>
  </StrictMode>,
);
