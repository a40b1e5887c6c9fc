// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keepFragment, kept, letGo } from '../../../facade/kept.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Keep from './Keep.tsx';
import type { Kept } from './kept.ts';

test('each failure says what was not done', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'guardiana');
  let all: readonly Kept[] = [];
  server.on(kept, () => [...all]);
  server.on(keepFragment, () => failure(429, 'too many requests'));
  server.on(letGo, () => failure(429, 'too many requests'));
  const { wrapper, queries } = providers(session);
  render(<Keep thing={{ fragmentId: 'gat' }} name="gat" />, { wrapper });
  const user = userEvent.setup();
  const alert = async () => (await screen.findByRole('alert')).textContent;
  const button = await screen.findByRole('button', { name: 'Keep gat' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await user.click(button);
  expect(await alert()).toBe('It was not kept: too many requests');

  const fragment = { id: 'gat', text: 'gat', gloss: 'cat' };
  all = [{ id: 'k1', note: '', fragment, clause: null } as unknown as Kept];
  await queries.invalidateQueries({ queryKey: ['kept'] });
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await alert()).toBe('It was not removed: too many requests');
  await user.click(screen.getByRole('button', { name: 'Add a note' }));
  await user.type(screen.getByLabelText('Your note'), 'from the fair');
  expect(document.activeElement).toBe(screen.getByLabelText('Your note'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await alert()).toBe('The note was not saved: too many requests');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});
