// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newFragments } from '../../../../facade/vocabularies.ts';
import { providers } from '../../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import type { ReaderSentence } from '../chapter/contents.ts';
import { Leaf } from './Leaf.tsx';

const word = (text: string, stem: string) => ({
  id: text,
  text,
  leadingPunctuation: '',
  trailingPunctuation: '',
  skipped: false,
  fragments: [{ id: stem, kind: 'stem' }],
});
const sentences = [
  { newParagraph: true, words: [word('come', 'com'), word('rosas', 'ros')] },
] as unknown as readonly ReaderSentence[];

async function leaf(outbox: { waiting: number; stalled: boolean }) {
  const server = scriptedServer();
  const session = await sessionOn(server, 'maria');
  server.on(newFragments, () => ['ros']);
  const { wrapper } = providers(session);
  const drawn = (now: typeof outbox) => (
    <Leaf
      address={{ bookId: 'cuento', chapter: 1 }}
      book="Cuento"
      number={1}
      title="Uno"
      sentences={sentences}
      newHere={['com', 'ros']}
      outbox={now}
    />
  );
  const { rerender, container } = render(drawn(outbox), { wrapper });
  const gold = () => [...container.querySelectorAll('div[lang="es"] mark')].map(mark => mark.textContent);
  return { server, gold, settle: () => rerender(drawn({ waiting: 0, stalled: false })) };
}

test('new words in gold come from the server, once it has received every answer', async () => {
  const { server, gold, settle } = await leaf({ waiting: 1, stalled: false });
  expect(server.requests(newFragments)).toEqual([]);
  expect(gold()).toEqual([]);
  settle();
  await waitFor(() => expect(gold()).toEqual(['rosas']));
  screen.getByText(/one word/);
});

test('while the server does not answer, new words come from this device', async () => {
  const waiting = await leaf({ waiting: 1, stalled: true });
  expect(waiting.gold()).toEqual(['come', 'rosas']);
});
