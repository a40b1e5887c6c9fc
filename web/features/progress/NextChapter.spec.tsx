// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { coverage } from '../../../facade/progress.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { NextChapter } from './NextChapter.tsx';

test('fragments that are spelled alike are told apart by what they mean', async () => {
  const server = scriptedServer();
  server.on(coverage, () => ({
    next: {
      ...{ bookId: 'cuento', chapter: 1, known: 2, total: 10, goal: 80, after: 8 },
      fragments: [
        { id: 'que1', text: 'que', gloss: 'as (after *igual*)', level: 'II' as const },
        { id: 'que2', text: 'que', gloss: 'who, which', level: 'I' as const },
        { id: 'gat', text: 'gat', gloss: 'cat', level: 'I' as const },
      ],
    },
    secondsPerAnswer: null,
  }));
  const { wrapper } = providers(await sessionOn(server, 'ana'));
  render(<NextChapter books={[]} />, { wrapper });
  const chips = within(await screen.findByRole('list', { name: 'What to learn for it' }));
  const texts = chips.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/level.*/i, ''));
  expect(texts).toEqual(['que as (after igual)', 'que who, which', 'gat']);
});
