// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { setMany } from 'idb-keyval';
import { expect, test } from 'vitest';
import { answerFiles, books } from '../../../facade/books.ts';
import { review } from '../../../facade/review.ts';
import { profile } from '../../../facade/users.ts';
import { profileQuery } from '../../shared/queries.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Library from './Library.tsx';

async function opened(bookReply: () => Response | never[], path = '/library', due = 12) {
  const server = scriptedServer();
  server.on(books, bookReply);
  const me = {
    username: 'ana',
    roles: ['user'],
    activeSubscription: true,
    lastRead: {},
    bookProgress: {},
  } as never;
  server.on(profile, () => me);
  server.on(review, () => ({ due, tomorrow: 0, secondsPerAnswer: 5, fitted: null, questions: [] }));
  const session = await sessionOn(server, 'ana');
  const { wrapper, queries } = providers(session, { path });
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

test('what is due is reviewed from the library, with its number and how long it takes', async () => {
  await opened(() => [cuento] as never[]);
  const link = await screen.findByRole('link', { name: 'Review 12 due about 2 minutes' });
  expect(link.getAttribute('href')).toBe('/review');
  cleanup();
  await opened(() => [cuento] as never[], '/library', 0);
  await screen.findByRole('heading', { name: 'Cuento' });
  expect(screen.queryByRole('link', { name: /Review/ })).toBeNull();
});

const chapter = (number: number) => ({ number, title: `${number}`, available: true, total: 9 });
const cuento = {
  id: 'cuento',
  title: 'Cuento',
  author: 'Ana',
  language: { id: 'es', name: 'Spanish' },
  chapters: [chapter(1), chapter(2)],
};

/** Replies that lie on the device: all of the first chapter, and all but one file of the second. */
async function keepChapters() {
  const [first, ...others] = answerFiles;
  const queries = [
    ['profile'],
    ['sentences', 'cuento', 1],
    ['word-instances', 'cuento', 1],
    ...answerFiles.map(file => ['answers', 'Cuento', 1, file]),
    ['sentences', 'cuento', 2],
    ['word-instances', 'cuento', 2],
    ...others.map(file => ['answers', 'Cuento', 2, file]),
  ];
  expect(first).toBeDefined();
  const data = { roles: ['user'], activeSubscription: true, subscription: null };
  await setMany(queries.map(key => [`reply ana ${JSON.stringify(key)}`, { data, at: Date.now() }]));
}

test('a chapter that is stored on this device is marked in words, among the chapters and on the shelf', async () => {
  window.scrollTo = () => {};
  await keepChapters();
  await opened(() => [cuento] as never[], '/library?book=cuento');
  const cards = await screen.findAllByRole('link', { name: /Chapter \d/ });
  await screen.findByText('on this device');
  expect(cards.map(card => card.textContent?.includes('on this device'))).toEqual([true, false]);
  cleanup();
  await opened(() => [cuento] as never[]);
  await screen.findByText('Chapter 1 is on this device');
});
