// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { confirmIdentity } from '../../../../facade/identity.ts';
import { recentLoginRequired, signOutEverywhere } from '../../../../facade/own-account.ts';
import { useClient } from '../../../shared/session.tsx';
import { addModalDialogs } from '../../../testing/modal-dialogs.ts';
import { providers } from '../../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import { useRecentLogin } from './useRecentLogin.tsx';

beforeEach(addModalDialogs);

function TwoCalls() {
  const client = useClient();
  const { run, dialog } = useRecentLogin({ hasPassword: true });
  const [ended, setEnded] = useState(0);
  const call = async () => {
    await run(() => client.call(signOutEverywhere, {}));
    setEnded(count => count + 1);
  };
  return (
    <>
      <button type="button" onClick={() => void Promise.all([call(), call()])}>
        Both
      </button>
      <output>{ended}</output>
      {dialog}
    </>
  );
}

test('two calls that are refused together share one question, and both end', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'maria');
  server.on(signOutEverywhere, () => failure(401, recentLoginRequired));
  server.on(confirmIdentity, () => {
    server.on(signOutEverywhere, () => ({ message: 'signed out' }));
    return { message: 'confirmed' };
  });
  render(<TwoCalls />, { wrapper: providers(session).wrapper });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Both' }));
  await user.type(await screen.findByLabelText('Password'), 'a password{Enter}');
  await screen.findByText('2');
  expect(screen.queryByRole('dialog')).toBeNull();
});
