// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { books } from '../../../facade/books.ts';
import { creditFragments, placement } from '../../../facade/placement.ts';
import { profile } from '../../../facade/users.ts';
import { undoCommand, vocabularies } from '../../../facade/vocabularies.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Placement from './Placement.tsx';

const book = {
  id: 'cuento',
  title: 'Cuento',
  language: { id: 'es', name: 'Spanish' },
  chapters: [{ number: 1, title: 'Uno', available: true, free: true, total: 9 }],
};
const result = {
  right: 1,
  fragments: [['ros', 'ros', 'rose', 'noun']],
  counts: { careful: 1, estimated: 1, generous: 1 },
  kinds: { small: 0, ending: 0, verb: 0, noun: 1, describing: 0 },
  chapters: [],
};

test('credit and its undo are sent again under the same ids after a lost reply', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => {};
  const server = scriptedServer();
  const session = await sessionOn(server, 'ana');
  server.on(books, () => [book] as never[]);
  server.on(vocabularies, () => []);
  server.on(profile, () => ({ lastRead: {} }) as never);
  server.on(placement, () => ({ size: 9, trace: [[1, 2, 3]], question: null, result }) as never);
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  render(<Placement />, providers(session));
  await userEvent.click(await screen.findByRole('button', { name: 'A little' }));
  const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

  server.on(creditFragments, lost);
  await press(/^Credit these/);
  await screen.findByText(/try again/i);
  // What is read again after the credit fails: the confirmation and its undo stay.
  server.on(creditFragments, () => ({ changed: 1 }) as never);
  server.on(placement, () => failure(400, 'away'));
  await press(/^Credit these/);
  await screen.findByRole('heading', { name: '1 fragment is credited' });
  const credits = server.requests(creditFragments).map(({ commandId }) => commandId);
  expect(new Set(credits).size).toBe(1);

  server.on(undoCommand, lost);
  await press(/Undo/);
  await screen.findByText(/not known whether they were taken back/);
  server.on(undoCommand, () => ({ changed: 1 }) as never);
  await press(/Undo/);
  await screen.findByRole('heading', { name: 'All of it was taken back' });
  const undos = server.requests(undoCommand);
  expect(new Set(undos.map(({ commandId }) => commandId)).size).toBe(1);
  expect(undos[0]?.body.commandId).toBe(credits[0]);
});

const question = {
  ...{ id: 'q1', word: 'w1', options: [0, 1, 2].map(stored => ({ stored, text: `option ${stored}` })) },
  words: [{ id: 'w1', text: 'rosas', leadingPunctuation: '', trailingPunctuation: '' }],
};
const met = { _id: 'ros', fragment: 'ros', language: 'es', level: 'IV', state: 'known' } as const;

test.each([
  ['nothing', [], {}, 'Then begin at the beginning', /^Read Cuento$/],
  [
    'a chapter',
    [met],
    { cuento: { 1: 'finished' } },
    'Nothing to credit this time',
    /^Read on: Cuento, chapter 2$/,
  ],
])(
  'who has read %s can try again after a placement that credits nothing',
  async (_, entries, lastRead, says, onward) => {
    Element.prototype.scrollIntoView = () => {};
    localStorage.clear();
    const server = scriptedServer();
    const session = await sessionOn(server, 'ana');
    const second = { ...book.chapters[0], number: 2, title: 'Dos', free: false };
    server.on(books, () => [{ ...book, chapters: [...book.chapters, second] }] as never[]);
    server.on(vocabularies, () => [...entries]);
    const bookProgress = { cuento: { chapters: { 1: 100 } } };
    server.on(
      profile,
      () => ({ roles: ['user'], activeSubscription: true, lastRead, bookProgress }) as never,
    );
    const nothing = { ...result, right: 0 };
    server.on(placement, ({ body: { answers } }) =>
      answers.length === 0
        ? ({ size: 9, trace: [], question, result: null } as never)
        : ({ size: 9, trace: [[0, 1, 2]], question: null, result: nothing } as never),
    );
    render(<Placement />, providers(session));
    await userEvent.click(await screen.findByRole('button', { name: 'A little' }));
    await userEvent.click(await screen.findByRole('button', { name: /I don’t know/ }));
    await screen.findByRole('heading', { name: says });
    screen.getByRole('link', { name: onward });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Question 1' });
    expect(localStorage.length).toBe(0);
  },
);
