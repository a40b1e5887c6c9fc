// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refresh } from '../../../facade/identity.ts';
import { createSession } from '../../shared/session/session.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer } from '../../testing/scripted-server.ts';
import { AppLayout } from './AppLayout.tsx';

test('no notification shows while the session is unknown', async () => {
  window.scrollTo = () => {};
  const server = scriptedServer();
  let answer = (_reply: Response) => {};
  server.on(refresh, () => new Promise<Response>(resolve => (answer = resolve)));
  const session = createSession({ fetch: server.fetch, takeToken: () => null, maySessionExist: () => true });
  const started = session.start();
  const { wrapper, notifications } = providers(session);
  notifications.set({ type: 'success', message: 'updated password', fields: {} });
  render(<AppLayout />, { wrapper });
  const text = 'You reset your password. Login with your new credentials.';
  expect(screen.queryByText(text)).toBeNull();
  await act(async () => {
    answer(failure(404, 'jwt cookie not found'));
    await started;
  });
  screen.getByText(text);
});
