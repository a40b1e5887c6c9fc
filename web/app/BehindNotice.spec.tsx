// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { books } from '../../facade/books.ts';
import { headers } from '../../facade/endpoint.ts';
import { booksQuery } from '../shared/queries.ts';
import { useClient } from '../shared/session.tsx';
import { providers } from '../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../testing/scripted-server.ts';
import { BehindNotice } from './BehindNotice.tsx';

function Shelf() {
  const { data } = useQuery(booksQuery(useClient()));
  return <p>{data ? 'books' : 'nothing yet'}</p>;
}

test('a stale reply shows a notice until a fresh one arrives', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'maria');
  let isStale = true;
  server.on(books, () => Response.json([], { headers: isStale ? { [headers.stale]: 'true' } : {} }));
  const { wrapper, queries } = providers(session);
  render(
    <>
      <BehindNotice />
      <Shelf />
    </>,
    { wrapper },
  );
  await screen.findByText(/may be a little behind/);
  isStale = false;
  await act(() => queries.refetchQueries());
  await waitFor(() => expect(screen.queryByText(/may be a little behind/)).toBeNull());
});
