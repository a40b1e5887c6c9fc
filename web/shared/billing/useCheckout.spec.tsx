// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createCheckout } from '../../../facade/billing.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { useCheckout } from './useCheckout.ts';

afterEach(() => vi.restoreAllMocks());

test('a checkout that fails to start is logged, and the current page says so', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = scriptedServer();
  server.on(createCheckout, () => failure(503, 'payment provider unavailable'));
  const session = await sessionOn(server, 'ana');
  const { wrapper, notifications } = providers(session);
  const { result } = renderHook(useCheckout, { wrapper });
  const before = location.href;
  act(result.current.begin);
  await waitFor(() => expect(result.current.failed).toBe('payment provider unavailable'));
  expect(server.requests(createCheckout)[0]?.body).toEqual({ lookup_key: 'standard_monthly' });
  expect(logged).toHaveBeenCalledTimes(1);
  expect(notifications.showing()).toBeNull();
  expect(location.href).toBe(before);
});
