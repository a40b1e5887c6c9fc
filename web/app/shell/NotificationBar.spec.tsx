// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { resendVerification } from '../../../facade/identity.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { NotificationBar } from './NotificationBar.tsx';

beforeEach(() => {
  window.scrollTo = () => {};
});

const maria = { username: 'maria', email: 'maria@example.org' };

async function bar() {
  const server = scriptedServer();
  const { wrapper, notifications } = providers(await sessionOn(server, null));
  notifications.set({ type: 'error', message: 'unable to login with unverified account', fields: maria });
  render(
    <main tabIndex={-1}>
      <NotificationBar />
    </main>,
    { wrapper },
  );
  return { server, notifications, user: userEvent.setup() };
}

test('the button of a notification keeps the focus while its request is in flight, and sends it once', async () => {
  const { server, notifications, user } = await bar();
  const reply = Promise.withResolvers<{ message: string; username: string; email: string }>();
  server.on(resendVerification, () => reply.promise);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Resend link' });
  await user.click(button);
  await user.click(button);
  expect(button.textContent).toBe('Sending…');
  expect(button.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
  await act(async () => reply.resolve({ message: 'resent verification email', ...maria }));
  await screen.findByText(/^Resent verification email, maria/);
  expect(server.requests(resendVerification)).toHaveLength(1);
  act(() => notifications.clear());
});

test('a dismissed notification gives the focus to the page', async () => {
  const { user } = await bar();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
