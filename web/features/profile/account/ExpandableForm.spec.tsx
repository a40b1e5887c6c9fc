// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { changeEmail } from '../../../../facade/own-account.ts';
import { providers } from '../../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import { ChangeEmail } from './ChangeEmail.tsx';

async function emailForm() {
  const server = scriptedServer();
  const session = await sessionOn(server, 'maria');
  render(<ChangeEmail email="old@camino.example" run={call => call()} />, {
    wrapper: providers(session).wrapper,
  });
  const user = userEvent.setup();
  const opener = () => screen.getByRole('button', { name: 'Change email' });
  return { server, user, opener };
}

test('the form opens with its first field focused, and Cancel returns the focus to the button', async () => {
  const { user, opener } = await emailForm();
  await user.click(opener());
  expect(document.activeElement).toBe(screen.getByLabelText('New email'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(opener());
});

test('a refused form stays open with what was typed; a successful one closes and says so', async () => {
  const { server, user, opener } = await emailForm();
  server.on(changeEmail, () => failure(422, 'email taken', { messageVerbose: 'Please take another.' }));
  await user.click(opener());
  const field = screen.getByLabelText<HTMLInputElement>('New email');
  await user.type(field, 'new@camino.example{Enter}');
  await screen.findByText('Please take another.');
  expect(field.value).toBe('new@camino.example');

  server.on(changeEmail, () => ({ message: 'mail sent', email: 'newer@camino.example' }));
  await user.clear(field);
  await user.type(field, 'newer@camino.example{Enter}');
  await screen.findByText(/^We sent a link to newer@camino.example/);
  expect(document.activeElement).toBe(opener());
});
