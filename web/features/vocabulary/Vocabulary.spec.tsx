// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kept } from '../../../facade/kept.ts';
import { review } from '../../../facade/review.ts';
import { words } from '../../../facade/story.ts';
import { markFragments, undoCommand } from '../../../facade/vocabularies.ts';
import { afterPaint } from '../../shared/after-paint.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import type { WordsReply } from './glossary/glossary.ts';
import { wordsReply } from './testing/words-reply.ts';
import Vocabulary from './Vocabulary.tsx';

/** Renders the page against a scripted server that has told what was met last, and not yet the rest. */

const reply = (...ids: readonly string[]) => wordsReply(ids, () => 1);

let learners = 0;

function Address() {
  const navigate = useNavigate();
  return (
    <>
      <p data-testid="address">{useLocation().search}</p>
      <button type="button" onClick={() => navigate('?story=beb')}>
        To the story
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

/** @param first what was met last */
async function opened(...first: readonly string[]) {
  learners += 1;
  const server = scriptedServer();
  const session = await sessionOn(server, `primera${learners}`);
  const whole = Promise.withResolvers<WordsReply | Response>();
  server.on(words, ({ query }) =>
    query.newest ? reply(...(first.length > 0 ? first : ['beb'])) : whole.promise,
  );
  server.on(kept, () => []);
  server.on(review, () => ({ due: 0, tomorrow: 0, secondsPerAnswer: null, fitted: null, questions: [] }));
  server.on(markFragments, () => ({ changed: 1 }));
  const { wrapper } = providers(session);
  render(
    <>
      <Vocabulary />
      <Address />
    </>,
    { wrapper },
  );
  return {
    server,
    address: () => screen.getByTestId('address').textContent,
    rest: () => act(async () => whole.resolve(reply('beb', 'com'))),
    fail: () => act(async () => whole.resolve(failure(400, 'no list'))),
  };
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(() => void vi.unstubAllGlobals());

test('what was met last is there first, without a number; all of it follows', async () => {
  const { rest } = await opened();
  const row = (await screen.findByRole('button', { name: 'beber' })).closest('[role=listitem]');
  expect(row?.getAttribute('aria-setsize')).toBe('-1');
  expect(screen.queryByText(/fragments? in/)).toBeNull();
  await rest();
  await screen.findByRole('button', { name: 'comer' });
  await screen.findByText(/2 fragments in 2 words/);
});

test('what was met last says nothing of another order', async () => {
  const { rest } = await opened();
  await screen.findByRole('button', { name: 'beber' });
  await userEvent.setup().selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'A to Z');
  await screen.findByRole('list', { name: 'Loading' });
  expect(screen.queryByRole('button', { name: 'beber' })).toBeNull();
  await rest();
  await screen.findByRole('button', { name: 'comer' });
});

test('all words that were found are picked at once', async () => {
  const { rest } = await opened();
  await rest();
  const user = userEvent.setup();
  await screen.findByRole('button', { name: 'comer' });
  expect(screen.queryByRole('button', { name: /^Pick all/ })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'seen');
  await user.click(await screen.findByRole('button', { name: 'Pick all 2' }));
  await screen.findByText('2 words');
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
});

test('a mark of what is there first is sent at once, and stays when the rest comes as it was before', async () => {
  const { server, rest } = await opened('beb', 'com');
  const user = userEvent.setup();
  for (const word of ['beber', 'comer']) {
    await user.click(await screen.findByRole('checkbox', { name: `Pick ${word}` }));
    await user.click(await screen.findByRole('button', { name: /Mark known/ }));
    await screen.findByText('1 word marked known');
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  }
  await waitFor(() => expect(server.requests(markFragments)).toHaveLength(2));
  expect(server.requests(markFragments).flatMap(({ body }) => body.fragments)).toEqual([
    { fragmentId: 'beb', level: 'IV' },
    { fragmentId: 'com', level: 'IV' },
  ]);
  server.on(undoCommand, () => ({ fragments: [] }));
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(server.requests(undoCommand)).toHaveLength(1));
  await rest();
  await screen.findByText(/2 fragments in 2 words\. 1 is known/);
});

test('a mark of what is there first is sent although the rest cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { server, fail } = await opened();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Pick beber' }));
  await user.click(await screen.findByRole('button', { name: /Mark known/ }));
  await fail();
  await screen.findByRole('alert');
  await waitFor(() => expect(server.requests(markFragments)).toHaveLength(1));
});

test('Escape right after a word is opened leaves its story closed', async () => {
  const { rest, address } = await opened();
  await rest();
  const row = await screen.findByRole('button', { name: 'beber' });
  const late = () => new Promise(resolve => afterPaint(() => resolve(undefined)));
  const painted = late();
  fireEvent.click(row);
  fireEvent.keyDown(row, { key: 'Escape' });
  await act(async () => {
    await painted;
    await late();
  });
  expect(address()).toBe('');
  fireEvent.click(row);
  await waitFor(() => expect(address()).toBe('?story=beb'));
});

test('the focus of a button that a mark takes away goes to the picked row', async () => {
  const { rest } = await opened('beb', 'com');
  await rest();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Pick comer' }));
  (await screen.findByRole('button', { name: /Mark known/ })).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('1 word marked known');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'comer' })));
});

test('the focus goes to the row of a story that the browser closes', async () => {
  const { rest } = await opened('beb', 'com');
  await rest();
  await screen.findByRole('button', { name: 'beber' });
  fireEvent.click(screen.getByRole('button', { name: 'To the story' }));
  const heading = await screen.findByRole('heading', { level: 2, name: 'beb' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'beber' })));
});
