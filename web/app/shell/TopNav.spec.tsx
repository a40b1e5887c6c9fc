// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { TopNav } from './TopNav.tsx';

test('Escape closes the drawer and returns the focus to its button', async () => {
  const narrow = (query: string) => query === '(max-width: 500px)';
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: narrow(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const session = await sessionOn(scriptedServer(), 'maria');
  render(<TopNav />, providers(session));
  const user = userEvent.setup();
  const button = () => screen.getByRole('button', { name: /the menu$/ });
  await user.click(button());
  await user.tab();
  expect(document.activeElement?.closest('nav')).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.activeElement).toBe(button());
});
