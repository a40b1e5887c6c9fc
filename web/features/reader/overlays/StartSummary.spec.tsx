// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addModalDialogs } from '../../../testing/modal-dialogs.ts';
import type { StartSummary as Told } from '../chapter/start.ts';
import { StartSummary } from './StartSummary.tsx';

beforeEach(addModalDialogs);

function summary(finished: boolean, told: Told = { kind: 'introduction', text: 'A donkey.' }) {
  const done: string[] = [];
  render(
    <StartSummary
      book="Cuento"
      chapter={1}
      chapterTitle="Uno"
      told={told}
      corrected={false}
      sitting={undefined}
      notice={null}
      finished={
        finished
          ? {
              next: { address: '/sv/cuento/2', title: 'Dos', isOpen: true },
              onReread: () => done.push('reread'),
              onLeaveFor: to => done.push(to),
            }
          : undefined
      }
      onStart={() => done.push('start')}
      onLeave={() => done.push('exit')}
    />,
  );
  return done;
}
const ways = () => screen.getAllByRole('button').map(button => button.textContent);

test('Start has the focus; title and story are announced as a live region', async () => {
  const done = summary(false);
  const dialog = screen.getByRole('dialog', { name: 'Uno', description: 'A donkey.' });
  expect(dialog.querySelector('[aria-live="polite"]')?.textContent).toBe('UnoA donkey.');
  expect(ways()).toEqual(['Start', 'Exit to Library']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(done).toEqual(['start']));
});

test('what happened before is headed so', () => {
  summary(false, { kind: 'previously', text: 'Platero came.' });
  screen.getByRole('dialog', { name: 'Previously in Cuento', description: 'Platero came.' });
});

test('a finished chapter says so, and offers the next one and to read it again', async () => {
  const done = summary(true);
  screen.getByText(/You have read this chapter to its end/);
  expect(ways()).toEqual(['Next chapter: Dos', 'Read it again', 'Start', 'Exit to Library']);
  expect(document.activeElement?.textContent).toBe('Next chapter: Dos');
  for (const [index, way] of screen.getAllByRole('button').entries()) {
    await userEvent.click(way);
    await waitFor(() => expect(done).toHaveLength(index + 1));
  }
  expect(done).toEqual(['/sv/cuento/2', 'reread', 'start', 'exit']);
});
