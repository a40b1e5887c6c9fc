import '@fontsource-variable/inter';
import '@fontsource-variable/literata';
import '@fontsource-variable/literata/wght-italic.css';
import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { hasSessionMarker } from '../../facade/session-marker.ts';
import { PageSpinner } from '../shared/components/Spinner.tsx';
import { createNotifications } from '../shared/notification/notifications.ts';
import { NotificationProvider } from '../shared/notification.tsx';
import { createSession } from '../shared/session/session.ts';
import { SessionProvider } from '../shared/session.tsx';
import { followTheme } from '../shared/theme/theme.ts';
import { takeAddressToken } from './address-token.ts';
import { FailureBoundary } from './FailureBoundary.tsx';
import { Pages } from './Pages.tsx';

followTheme();
const session = createSession({
  takeToken: takeAddressToken,
  maySessionExist: () => hasSessionMarker(document.cookie),
});
void session.start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <NotificationProvider notifications={createNotifications(localStorage)}>
        <BrowserRouter>
          <FailureBoundary>
            <Suspense fallback={<PageSpinner />}>
              <Pages />
            </Suspense>
          </FailureBoundary>
        </BrowserRouter>
      </NotificationProvider>
    </SessionProvider>
  </StrictMode>,
);
