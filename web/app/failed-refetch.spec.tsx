// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { books } from '../../facade/books.ts';
import { review } from '../../facade/review.ts';
import { profile } from '../../facade/users.ts';
import { vocabularies } from '../../facade/vocabularies.ts';
import Import from '../features/import/Import.tsx';
import Library from '../features/library/Library.tsx';
import Placement from '../features/placement/Placement.tsx';
import Profile from '../features/profile/Profile.tsx';
import Review from '../features/review/Review.tsx';
import Settings from '../features/settings/Settings.tsx';
import { maria } from '../testing/profile.ts';
import { providers } from '../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../testing/scripted-server.ts';

const cuento = {
  ...{ id: 'cuento', title: 'Cuento', author: 'Ana', language: { id: 'es', name: 'Spanish' } },
  chapters: [{ number: 1, title: 'Uno', available: true, free: true, total: 9 }],
};

test.each([
  ['Library', Library, 'Library'],
  ['Placement', Placement, 'Do you know some Spanish already?'],
  ['Import', Import, 'Bring what you know'],
  ['Profile', Profile, 'maria'],
  ['Settings', Settings, 'Settings'],
  ['Review', Review, 'Shortly before you forget'],
])('%s keeps what it shows when reading it again fails', async (_, Page, name) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // jsdom has no layout.
  window.matchMedia = () => ({ matches: true, addEventListener: () => {} }) as unknown as MediaQueryList;
  const server = scriptedServer();
  server.on(books, () => [cuento] as never);
  server.on(profile, () => maria);
  server.on(vocabularies, () => []);
  server.on(review, () => ({ due: 9, tomorrow: 0, secondsPerAnswer: 5, fitted: null, questions: [] }));
  const { wrapper, queries } = providers(await sessionOn(server, 'maria'));
  render(<Page />, { wrapper });
  await screen.findByRole('heading', { level: 1, name });
  for (const endpoint of [books, profile, vocabularies, review])
    server.on(endpoint as typeof books, () => failure(400, 'away'));
  await act(() => queries.refetchQueries({ type: 'active' }));
  expect(screen.queryByText('AWAY')).toBeNull();
  screen.getByRole('heading', { level: 1, name });
});
