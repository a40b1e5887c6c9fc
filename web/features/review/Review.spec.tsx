// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import { review } from '../../../facade/review.ts';
import { answerQuestions, knownFragmentCount, vocabularies } from '../../../facade/vocabularies.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Review from './Review.tsx';

const word = { leadingPunctuation: '', trailingPunctuation: '' };
const reply: ReplyOf<typeof review> = {
  ...{ due: 1, tomorrow: 0, secondsPerAnswer: 5, fitted: null },
  questions: [
    {
      ...{ id: 'q1', word: 'w1', missed: false, steps: [], chapter: 1, readOn: null },
      fragment: { id: 'ros', text: 'ros' },
      book: { id: 'cuento', title: 'Cuento', language: 'es' },
      sentence: { id: 's1', position: 1, translation: 'roses.', contentVersion: 'v1' },
      words: [{ ...word, id: 'w1', text: 'rosas', fragments: [{ id: 'ros', text: 'ros', kind: 'stem' }] }],
      options: ['roses', 'dogs', 'cats'].map(text => ({ text, explanation: 'why' })),
    },
  ],
};
const entry = (level: 'III' | 'IV') => [
  { _id: 'ros', fragment: 'ros', language: 'es', level, state: level === 'IV' ? 'known' : 'seen' } as const,
];
// jsdom has no layout.
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
window.matchMedia = () => ({ matches: true }) as MediaQueryList;

const count = { knownCount: 9 + 2 / 3 };

async function opened(countReply: () => Response | typeof count = () => count) {
  const server = scriptedServer();
  server.on(review, ({ query }) => ({
    ...reply,
    questions: Number(query.limit) === 0 ? [] : reply.questions,
  }));
  server.on(vocabularies, () => entry('III'));
  server.on(knownFragmentCount, countReply);
  server.on(answerQuestions, () => ({ right: 1, wrong: 0, unfit: [] }));
  const session = await sessionOn(server, 'ana');
  const { wrapper, queries } = providers(session, { path: '/review' });
  render(<Review />, { wrapper });
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }));
  return { server, queries };
}

/** Taps are ignored for half a second after each change of card. */
const answered = () =>
  waitFor(() => {
    const right = screen.queryByRole('button', { name: /roses/ });
    if (right) fireEvent.click(right);
    return screen.getByRole('heading', { name: /moved up/ });
  });

test('what moved up in a sitting stays told when the vocabulary, which then has it, is read again', async () => {
  const { server, queries } = await opened();
  expect((await answered()).textContent).toBe('One moved upknown count 9 → 10');
  server.on(vocabularies, () => entry('IV'));
  server.on(knownFragmentCount, () => ({ knownCount: 10 }));
  // As BehindNotice does after a reply that lacked the last answers.
  await act(() => queries.refetchQueries({ type: 'active' }));
  expect(screen.getByRole('heading', { name: /moved up/ }).textContent).toBe(
    'One moved upknown count 9 → 10',
  );
});

test('a sitting does not begin with a known count of zero when the count did not load', async () => {
  const { server } = await opened(() => failure(404, 'away'));
  await screen.findByText('The questions did not load. Nothing is lost: try again.');
  server.on(knownFragmentCount, () => count);
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('9');
});
