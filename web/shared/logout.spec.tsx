// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { logout } from '../../facade/identity.ts';
import { providers } from '../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../testing/scripted-server.ts';
import { useLogout } from './logout.ts';

afterEach(() => vi.restoreAllMocks());

test('a failed logout clears the notification, and the session continues', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = scriptedServer();
  server.on(logout, () => failure(503, 'not now'));
  const session = await sessionOn(server, 'ana');
  const { wrapper, notifications } = providers(session);
  notifications.set({ type: 'success', message: 'updated password', fields: {} });
  const { result } = renderHook(useLogout, { wrapper });
  await act(result.current.logOut);
  expect(notifications.showing()).toBeNull();
  expect(session.auth().status).toBe('signed-in');
  expect(result.current.failed).toBe(true);
});
