// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { forgotPassword } from '../../../facade/identity.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import ForgotPassword from './ForgotPassword.tsx';

test('the field of each step gets the focus when its step begins, and not before', async () => {
  const server = scriptedServer();
  server.on(forgotPassword, ({ body: { email } }) => ({
    message: 'sent forgot password code',
    username: 'maria',
    email,
  }));
  const { wrapper, notifications } = providers(await sessionOn(server, null));
  render(<ForgotPassword />, { wrapper });
  expect(document.activeElement).toBe(document.body);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'maria@example.org');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(document.activeElement).toBe(await screen.findByLabelText('Code'));
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  act(() => notifications.clear());
});
