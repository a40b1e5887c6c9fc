// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { review } from '../../../../facade/review.ts';
import { providers } from '../../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import { MistakesButton } from './MistakesButton.tsx';

/** A chapter with so many mistakes. */
async function chapterWith(due: number) {
  const server = scriptedServer();
  server.on(review, () => ({ due, tomorrow: 0, secondsPerAnswer: null, fitted: null, questions: [] }));
  const { wrapper, queries } = providers(await sessionOn(server, 'ana'));
  const left: string[] = [];
  const of = (isSent: boolean) => (
    <MistakesButton bookId="b1" chapter={2} isSent={isSent} onLeave={to => left.push(to)} />
  );
  const { rerender } = render(of(false), { wrapper });
  expect(screen.queryByRole('button')).toBeNull();
  expect(server.requests(review)).toEqual([]);
  rerender(of(true));
  await waitFor(() => expect(server.requests(review)).toHaveLength(1));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  return { left, asked: server.requests(review)[0] };
}

test('a chapter with mistakes offers to review them, once the server has all answers', async () => {
  const { left, asked } = await chapterWith(2);
  expect(asked?.query).toMatchObject({ bookId: 'b1', chapter: '2' });
  await userEvent.click(await screen.findByRole('button', { name: 'Review my mistakes' }));
  expect(left).toEqual(['/review?book=b1&chapter=2']);
});

test('a chapter without mistakes offers nothing', async () => {
  await chapterWith(0);
  expect(screen.queryByRole('button')).toBeNull();
});
