// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Link } from '../../shared/components/Link.tsx';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { Shell } from './Shell.tsx';

async function pages(path: string) {
  window.scrollTo = () => {};
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const session = await sessionOn(scriptedServer(), null);
  render(
    <Routes>
      <Route path="/reader" element={<Link to="/library">Exit to Library</Link>} />
      <Route element={<Shell />}>
        <Route path="/library" element={<h1>Library</h1>} />
      </Route>
    </Routes>,
    providers(session, { path }),
  );
}

test('who leaves the reader has the focus in the page that appears', async () => {
  await pages('/reader');
  await userEvent.setup().click(screen.getByRole('link', { name: 'Exit to Library' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a page that is opened first leaves the focus to the browser', async () => {
  await pages('/library');
  screen.getByRole('main');
  expect(document.activeElement).toBe(document.body);
});
