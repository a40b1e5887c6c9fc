// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import '../shared/device/keep-on-device.ts';
import { personOnDevice, rememberPerson } from '../shared/device/person.ts';
import { providers } from '../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../testing/scripted-server.ts';
import Queries from './Queries.tsx';

test.each(['/vocabulary', '/library'])(
  'this device remembers the user who is signed in on %s',
  async path => {
    const session = await sessionOn(scriptedServer(), 'eva');
    rememberPerson({ learner: 'ana', username: 'ana', roles: ['user'], subscribed: true });
    render(
      <Routes>
        <Route element={<Queries />}>
          <Route path="*" element={<p>page</p>} />
        </Route>
      </Routes>,
      providers(session, { path }),
    );
    await waitFor(() => expect(personOnDevice()?.learner).toBe('eva'));
    session.forget();
    await waitFor(() => expect(personOnDevice()).toBeUndefined());
  },
);
