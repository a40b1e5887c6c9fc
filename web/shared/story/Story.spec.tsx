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

test.each([
  [2, 1, 1, 'Right once. Missed once.', 'asked twice'],
  [3, 0, 3, 'Right three times.', 'asked three times'],
  [12, 2, 10, 'Right 10 times. Missed twice.', 'asked 12 times'],
  [0, 0, 0, 'You set it by hand.', 'not asked yet'],
])(
  'asked %d times, which may be in one sentence: the story counts times',
  async (asked, missed, right, why, often) => {
    const server = scriptedServer();
    const session = await sessionOn(server, 'counts');
    server.on(kept, () => []);
    const levelReason = { since: marked.at, kind: asked > 0 ? 'answers' : 'mark', right } as const;
    server.on(story, () => ({ ...storyWith([marked]), asked, missed, levelReason }));
    render(<Story languageId="es" fragmentId="gat" />, providers(session));
    await screen.findByText(why);
    screen.getByText(often);
  },
);
