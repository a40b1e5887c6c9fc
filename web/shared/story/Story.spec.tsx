// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { kept } from '../../../facade/kept.ts';
import { story, undoStep } from '../../../facade/story.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Story from './Story.tsx';
import type { StoryReply, StoryStep } from './texts.ts';

const marked: StoryStep = {
  commandId: 'c1',
  revision: 0,
  at: '2026-05-03T10:00:00.000Z',
  epoch: 0,
  from: 'new',
  to: 'IV',
  cause: { kind: 'mark' },
};

function storyWith(steps: readonly StoryStep[]): StoryReply {
  return {
    fragment: { id: 'gat', text: 'gat', ending: false, gloss: 'cat', lemma: null, note: null, inBook: true },
    level: steps[0]?.to ?? 'new',
    epoch: 0,
    asked: 0,
    missed: 0,
    levelReason: { since: marked.at, kind: 'mark', right: 0 },
    steps: [...steps],
    sentences: [],
    older: null,
  };
}

async function storyOf(learner: string) {
  const server = scriptedServer();
  const session = await sessionOn(server, learner);
  server.on(kept, () => []);
  server.on(story, () => storyWith([marked]));
  render(<Story languageId="es" fragmentId="gat" />, providers(session));
  const user = userEvent.setup();
  return { server, user, button: () => screen.findByRole('button', { name: /^Undo: / }) };
}

test('a step is undone once, however often its button is pressed before the story is read again', async () => {
  const { server, user, button } = await storyOf('undoes-twice');
  const { promise, resolve } = Promise.withResolvers<void>();
  server.on(undoStep, async () => {
    await promise;
    return { level: 'new' as const };
  });
  await user.dblClick(await button());
  resolve();
  expect(await screen.findByText('Step undone')).toBeTruthy();
  await user.click(await button());
  expect(server.requests(undoStep)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an undo that failed can be tried again', async () => {
  const { server, user, button } = await storyOf('undoes-again');
  server.on(undoStep, () => failure(409, 'moved since'));
  await user.click(await button());
  expect((await screen.findByRole('alert')).textContent).toBe('That was not saved: moved since');
  await user.click(await button());
  await waitFor(() => expect(server.requests(undoStep)).toHaveLength(2));
});
