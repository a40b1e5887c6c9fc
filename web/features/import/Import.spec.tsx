// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { books } from '../../../facade/books.ts';
import { importLevels, matchWordList, previewImport } from '../../../facade/import.ts';
import { creditFragments } from '../../../facade/placement.ts';
import { setConnection } from '../../shared/device/connection.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { HistoryPreview } from './HistoryPreview.tsx';
import Import from './Import.tsx';

// jsdom lays nothing out.
Element.prototype.scrollIntoView = () => {};
afterEach(() => {
  setConnection('up');
  vi.restoreAllMocks();
});

const chapters = [{ number: 1, title: 'Uno', available: true, total: 9 }];
const book = { id: 'cuento', title: 'Cuento', language: { id: 'es', name: 'Spanish' }, chapters };

test('without a connection the page says so before and after a file is chosen; then the import can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = scriptedServer();
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

test('a list is credited again under the same id after a lost reply; another selection under another', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = scriptedServer();
  server.on(books, () => [book] as never[]);
  const words = [
    ['rosa', 'rose', ['ros', '-a']],
    ['gato', 'cat', ['gat', '-o']],
  ];
  server.on(matchWordList, () => ({ columns: [], words: 2, credit: words, met: [], missing: [] }) as never);
  server.on(creditFragments, () => {
    throw new TypeError('Failed to fetch');
  });
  render(<Import />, providers(await sessionOn(server, 'ana')));
  await userEvent.type(await screen.findByLabelText(/Words you know/), 'rosa');
  await userEvent.click(screen.getByRole('button', { name: 'Look them up' }));
  const sent = () => server.requests(creditFragments);
  const credit = async (times: number) => {
    await userEvent.click(await screen.findByRole('button', { name: /^Credit these/ }));
    await waitFor(() => expect(sent()).toHaveLength(times));
  };
  await credit(1);
  await credit(2);
  await userEvent.click(await screen.findByRole('checkbox', { name: /gato/ }));
  await credit(3);
  const [first, again, other] = sent();
  expect(again).toEqual(first);
  expect(other?.body.fragments).toEqual(['ros', '-a']);
  expect(other?.commandId).not.toBe(first?.commandId);
});

test('a history is imported again under the same ids after a lost reply', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = scriptedServer();
  const changes = [['ros', 'ros', 'rose', 'new', 'II']];
  server.on(previewImport, () => ({ changes, unchanged: 0, unknown: [] }) as never);
  server.on(importLevels, () => {
    throw new TypeError('Failed to fetch');
  });
  const ros = { level: 'II', credited: false } as const;
  const history = { at: '', username: null, levels: new Map([['es', new Map([['ros', ros]])]]) };
  const preview = <HistoryPreview history={history} onDone={() => {}} onOther={() => {}} />;
  render(preview, providers(await sessionOn(server, 'ana')));
  for (const times of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Import this level' }));
    await waitFor(() => expect(server.requests(importLevels)).toHaveLength(times));
  }
  const [first, again] = server.requests(importLevels);
  expect(again).toEqual(first);
});
