// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import type { Question } from './questions.ts';
import { SittingEnd } from './SittingEnd.tsx';

const question = (id: string): Question => ({
  ...{ id, word: 'w', missed: false, steps: [], chapter: 1, readOn: null, options: [] },
  fragment: { id, text: id },
  book: { id: 'cuento', title: 'Un Cuento', language: 'es' },
  sentence: { id, position: 1, translation: 'roses.', contentVersion: 'v1' },
  words: [{ id: 'w', text: 'rosas', leadingPunctuation: '', trailingPunctuation: '', fragments: [] }],
});

test.each([
  [9, 4, 'Nine questions, in nine sentences from Un Cuento. You knew four at once.'],
  [2, 2, 'Two questions, in two sentences from Un Cuento. You knew all of them at once.'],
  [1, 1, 'One question, in one sentence from Un Cuento. You knew it at once.'],
  [3, 0, 'Three questions, in three sentences from Un Cuento.'],
])('of %d questions %d were right, which is told without a score', async (asked, right, says) => {
  const { wrapper } = providers(await sessionOn(scriptedServer(), 'ana'), { path: '/review' });
  const ids = Array.from({ length: asked }, (_, index) => `q${index}`);
  render(
    <SittingEnd
      questions={ids.map(question)}
      answers={ids.map((_, index) => ({ chosen: index < right ? 0 : 1, milliseconds: 1_000 }))}
      moved={[]}
      knownBefore={9}
      gained={0}
      asked={{}}
      isSent={false}
      onward={undefined}
      onMore={() => {}}
    />,
    { wrapper },
  );
  expect(screen.getByText(/question/, { selector: 'p' }).textContent).toBe(says);
});
