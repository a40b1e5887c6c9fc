import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { PageChunks, RenderedPage, RenderPages } from '../../facade/rendered-page.ts';
import type { Site } from '../../facade/site.ts';
import { booksAsData } from '../features/home/books-as-data.ts';
import { SampleCard } from '../features/home/Home.tsx';
import { createNotifications } from '../shared/notification/notifications.ts';
import { createSession } from '../shared/session/session.ts';
import { App } from './App.tsx';
import { loadFirst, prerenderedPages } from './Pages.tsx';

type Path = keyof typeof prerenderedPages;

/** The source files of the pages' chunks, the keys of the build's manifest. */
const sources: Readonly<Record<Path, string>> = {
  '/': 'features/home/Home.tsx',
  '/about': 'features/home/About.tsx',
  '/faq': 'features/home/Faq.tsx',
  '/contact': 'features/contact/Contact.tsx',
  '/report-issue': 'features/contact/ReportIssue.tsx',
  '/donate': 'features/home/Donate.tsx',
  '/terms-of-service': 'features/legal/Terms.tsx',
  '/privacy-policy': 'features/legal/Privacy.tsx',
};
const shell = ['app/shell/Shell.tsx', 'app/shell/AppLayout.tsx'];
const sampleCard = 'features/home/sample/SampleCard.tsx';

const behindLogin = {
  library: 'features/library/Library.tsx',
  vocabulary: 'features/vocabulary/Vocabulary.tsx',
  placement: 'features/placement/Placement.tsx',
  import: 'features/import/Import.tsx',
  progress: 'features/progress/Progress.tsx',
  profile: 'features/profile/Profile.tsx',
  subscription: 'features/subscription/AfterCheckout.tsx',
  settings: 'features/settings/Settings.tsx',
  admin: 'features/admin/Admin.tsx',
  desk: 'features/admin/Desk.tsx',
};
/** The browser requests them while its session is refreshed. */
export const pageChunks: PageChunks = {
  ...Object.fromEntries(Object.entries(behindLogin).map(([name, source]) => [name, [...shell, source]])),
  sv: ['features/reader/Reader.tsx'],
  review: ['features/review/Review.tsx'],
};

/** Renders the public pages as HTML. The server build of the app exports it. */
export const renderPages: RenderPages = async ({ links, price, sample, withoutBooks }) => {
  await SampleCard.load();
  return Promise.all(
    (Object.keys(prerenderedPages) as Path[]).map(async (path): Promise<RenderedPage> => {
      const [{ head }] = await Promise.all([prerenderedPages[path].load(), loadFirst(path, false)]);
      const isHome = path === '/';
      const forSessions: Site = { links, price, ...(withoutBooks && { withoutBooks }) };
      const forVisitors: Site = { ...forSessions, ...(isHome && { sample }) };
      return {
        path,
        title: head.title,
        description: typeof head.description === 'string' ? head.description : head.description(forSessions),
        sources: [...shell, sources[path]],
        forVisitors: {
          html: draw(path, forVisitors, false),
          site: forVisitors,
          styledBy: isHome && sample ? [sampleCard] : [],
        },
        forSessions: { html: draw(path, forSessions, true), site: forSessions, styledBy: [] },
        ...(isHome && { structured: booksAsData(forSessions) }),
      };
    }),
  );
};

/** @param mayBeSignedIn render the state in which a session is being refreshed */
function draw(path: string, site: Site, mayBeSignedIn: boolean): string {
  return renderToString(
    <App
      session={createSession({ takeToken: () => null, maySessionExist: () => mayBeSignedIn })}
      notifications={createNotifications(() => noStorage)}
      site={site}
      router={content => <StaticRouter location={path}>{content}</StaticRouter>}
    />,
  );
}

const noStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
