// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { login } from '../../../facade/identity.ts';
import { providers } from '../../testing/providers.tsx';
import { accessTokenOf, failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Login from './Login.tsx';

async function loginPage() {
  const server = scriptedServer();
  const session = await sessionOn(server, null);
  render(<Login />, { wrapper: providers(session).wrapper });
  const user = userEvent.setup();
  const fill = async (credential: string, password: string) => {
    await user.type(screen.getByLabelText('Username or email'), credential);
    await user.type(screen.getByLabelText('Password'), password);
  };
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });
  return { server, session, user, fill, button };
}

const refused = "The username or password you provided don't match our records.";

test('a wrong password is shown at the field, which has the focus, until one of the two is edited', async () => {
  const { server, user, fill, button } = await loginPage();
  server.on(login, () => failure(401, 'invalid username or password'));
  await fill('maria', 'Wrong-2026!');
  await user.click(button);
  await screen.findByText(refused);
  expect(button.disabled).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await user.keyboard('!');
  expect(screen.queryByText(refused)).toBeNull();
  expect(button.disabled).toBe(false);
  await user.click(button);
  await screen.findByText(refused);
  await user.type(screen.getByLabelText('Username or email'), 'x');
  expect(screen.queryByText(refused)).toBeNull();
  expect(button.disabled).toBe(false);
});

test('the refusal of an unverified account disables the button, and the focus goes to the password', async () => {
  const { server, user, fill, button } = await loginPage();
  server.on(login, () =>
    failure(403, 'unable to login with unverified account', {
      username: 'maria',
      email: 'maria@example.org',
    }),
  );
  await fill('maria', 'Camino-2026!');
  await user.click(button);
  await waitFor(() => expect(button.disabled).toBe(true));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('Enter logs in, with the spaces around the name removed', async () => {
  const { server, session, user, fill } = await loginPage();
  server.on(login, () => ({ accessToken: accessTokenOf('maria') }));
  await fill(' maria ', 'Camino-2026!');
  await user.keyboard('{Enter}');
  expect(server.requests(login).map(({ body }) => body)).toEqual([
    { credential: 'maria', password: 'Camino-2026!' },
  ]);
  expect(session.auth()).toMatchObject({ status: 'signed-in', learner: 'maria' });
});

test('a second click sends nothing before the reply; a lost connection is reported', async () => {
  const { server, user, fill, button } = await loginPage();
  const lost = Promise.withResolvers<never>();
  server.on(login, () => lost.promise);
  await fill('maria', 'Camino-2026!');
  await user.click(button);
  await user.click(button);
  lost.reject(new TypeError('network'));
  await screen.findByText('no server response');
  expect(server.requests(login)).toHaveLength(1);
});
