// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import EndSummary from './EndSummary.tsx';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});

test('there is a bar for each level, with the counts of the level bar', () => {
  render(
    <EndSummary
      outbox={{ waiting: 0, stalled: false }}
      book="Platero y Yo"
      bookId="b1"
      chapter={0}
      title="Platero"
      sentences={[]}
      record={{ newFragments: [], knownCount: 400 }}
      read={3}
      right={7}
      knownCount={600.4}
      story="So far."
      next={undefined}
      onResume={() => {}}
      onLeave={() => {}}
    />,
  );
  screen.getByRole('heading', { name: 'Summary of Your Progress in Chapter 1' });
  const bars = within(screen.getByRole('list', { name: 'Known fragments by level' })).getAllByRole(
    'listitem',
  );
  expect(bars.map(bar => bar.textContent)).toEqual([
    'A0500 of 500',
    'A1600 of 1000',
    'A2from 1000',
    'B1from 2000',
    'B2from 4000',
    'C1from 8000',
    'C2from 16000',
  ]);
});

test('the button to the next chapter names it, on a narrow screen too', () => {
  render(
    <EndSummary
      outbox={{ waiting: 0, stalled: false }}
      book="Platero y Yo"
      bookId="b1"
      chapter={1}
      title="Platero"
      sentences={[]}
      record={{ newFragments: [], knownCount: 0 }}
      read={3}
      right={7}
      knownCount={0}
      story={null}
      next={{ address: '/sv/b1/2', title: 'Mariposas blancas' }}
      onResume={undefined}
      onLeave={() => {}}
    />,
  );
  const next = screen.getByRole('button', { name: 'Next chapter: Mariposas blancas' });
  // No part of the label has a style that a narrow screen could hide.
  expect(next.querySelectorAll('[class]')).toHaveLength(0);
});
