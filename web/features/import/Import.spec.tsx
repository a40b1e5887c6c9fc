// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { books } from '../../../facade/books.ts';
import { matchWordList } from '../../../facade/import.ts';
import { setConnection } from '../../shared/device/connection.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Import from './Import.tsx';

afterEach(() => {
  setConnection('up');
  vi.restoreAllMocks();
});

test('without a connection the page says so before and after a file is chosen; then the import can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = scriptedServer();
  const chapters = [{ number: 1, title: 'Uno', available: true, total: 9 }];
  const book = { id: 'cuento', title: 'Cuento', language: { id: 'es', name: 'Spanish' }, chapters };
  server.on(books, () => [book] as never[]);
  server.on(matchWordList, () => {
    throw new TypeError('Failed to fetch');
  });
  const session = await sessionOn(server, 'ana');
  render(<Import />, providers(session));
  const words = await screen.findByLabelText(/Words you know/);
  act(() => setConnection('down'));
  await screen.findByText(/Connect first: nothing was changed/);
  act(() => setConnection('up'));
  expect(screen.queryByText(/Connect first/)).toBeNull();
  await userEvent.type(words, 'rosa');
  await userEvent.click(screen.getByRole('button', { name: 'Look them up' }));
  await screen.findByText(/CONNECT FIRST: NOTHING WAS CHANGED/);
  const asked = server.requests(matchWordList).length;
  server.on(matchWordList, () => new Promise<never>(() => {}));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.requests(matchWordList).length).toBeGreaterThan(asked));
});
