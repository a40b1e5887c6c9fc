// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { books } from '../../../facade/books.ts';
import { profile } from '../../../facade/users.ts';
import { profileQuery } from '../../shared/queries.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Library from './Library.tsx';

async function opened(bookReply: () => Response | never[]) {
  const server = scriptedServer();
  server.on(books, bookReply);
  const me = { username: 'ana', lastRead: {}, bookProgress: {} } as never;
  server.on(profile, () => me);
  const session = await sessionOn(server, 'ana');
  const { wrapper, queries } = providers(session);
  queries.setQueryData(profileQuery(session.client).queryKey, me);
  render(<Library />, { wrapper });
  return server;
}

test('a library that cannot be loaded says why in upper case, or that something went wrong, and can be tried again', async () => {
  const server = await opened(() => failure(404, 'the shelf fell down'));
  await screen.findByText('THE SHELF FELL DOWN');
  server.on(books, () => new Response('<html>', { status: 404 }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('SOMETHING WENT WRONG');
});

test('the profile is read again whenever the library is opened', async () => {
  const server = await opened(() => []);
  await screen.findByText('The shelf is empty');
  expect(server.requests(profile)).toHaveLength(1);
});
