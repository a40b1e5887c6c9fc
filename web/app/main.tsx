import '@fontsource-variable/inter';
import '@fontsource-variable/literata';
import '@fontsource-variable/literata/wght-italic.css';
import '../shared/styles/fonts.css';
import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { hasSessionMarker } from '../../facade/session-marker.ts';
import { createNotifications } from '../shared/notification/notifications.ts';
import { createSession } from '../shared/session/session.ts';
import { siteOfPage } from '../shared/site.tsx';
import { followTheme } from '../shared/theme/theme.ts';
import { App } from './App.tsx';
import { takeAddressToken } from './address-token.ts';
import { followAnswer } from './analytics/follow-answer.ts';
import { loadFirst } from './Pages.tsx';

followTheme();
// A service worker registered by the built app at this address would serve its old files.
if (import.meta.env.DEV)
  void navigator.serviceWorker?.getRegistrations().then(all => all.map(one => one.unregister()));
const maySessionExist = () => hasSessionMarker(document.cookie);
const session = createSession({ takeToken: takeAddressToken, maySessionExist });
void session.start();
followAnswer(session);
const loading = loadFirst(location.pathname, maySessionExist());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <App
    session={session}
    notifications={createNotifications(() => localStorage)}
    site={siteOfPage()}
    router={content => <BrowserRouter>{content}</BrowserRouter>}
  />
);
// The prerendered page stays until it can be hydrated completely.
if (root.firstElementChild) void loading.then(() => hydrateRoot(root, app));
else createRoot(root).render(app);
