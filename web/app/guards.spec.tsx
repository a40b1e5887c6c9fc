// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { test } from 'vitest';
import { login } from '../../facade/identity.ts';
import { providers } from '../testing/providers.tsx';
import { accessTokenOf, scriptedServer, sessionOn } from '../testing/scripted-server.ts';
import { Protected, PublicOnly } from './guards.tsx';

function Address() {
  const { pathname, search, hash } = useLocation();
  return <p>at {pathname + search + hash}</p>;
}

test('the login leads back to the whole address that was asked for, its sentence included', async () => {
  const server = scriptedServer();
  server.on(login, () => ({ accessToken: accessTokenOf('maria') }));
  const session = await sessionOn(server, null);
  const { wrapper } = providers(session, { path: '/sv/quijote/2?from=mail#s7' });
  render(
    <Routes>
      <Route element={<PublicOnly />}>
        <Route path="/login" element={<Address />} />
      </Route>
      <Route element={<Protected roles={['user']} />}>
        <Route path="*" element={<Address />} />
      </Route>
    </Routes>,
    { wrapper },
  );
  await screen.findByText('at /login');
  await act(() => session.login({ credential: 'maria', password: 'Camino-2026!' }));
  await screen.findByText('at /sv/quijote/2?from=mail#s7');
});
