// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addModalDialogs } from '../../../testing/modal-dialogs.ts';
import type { ReaderSentence } from '../chapter/contents.ts';
import EndSummary from './EndSummary.tsx';

beforeEach(() => {
  addModalDialogs();
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
      counted={{ sentences: 3, fragments: 7 }}
      knownCount={600.4}
      story="So far."
      next={undefined}
      onResume={() => {}}
      onLeave={() => {}}
    />,
  );
  screen.getByRole('heading', { name: 'Summary of Your Progress in Chapter 1' });
  const bars = within(screen.getByRole('list', { name: 'Known count by level' })).getAllByRole('listitem');
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

const over = (isOpen: boolean) => (
  <EndSummary
    outbox={{ waiting: 0, stalled: false }}
    book="Platero y Yo"
    bookId="b1"
    chapter={1}
    title="Platero"
    sentences={[]}
    record={{ newFragments: [], knownCount: 0 }}
    read={3}
    counted={{ sentences: 3, fragments: 7 }}
    knownCount={0}
    story={null}
    next={{ address: '/sv/b1/2', title: 'Mariposas blancas', isOpen }}
    onResume={undefined}
    onLeave={() => {}}
  />
);
const ways = () => screen.getAllByRole('button').map(button => button.textContent);

test('the next chapter is the primary action, and its button names it, on a narrow screen too', () => {
  render(over(true));
  expect(ways()).toEqual(['Next chapter: Mariposas blancas', 'Exit to Library']);
  const [next, exit] = screen.getAllByRole('button');
  // No part of the label has a style that a narrow screen could hide.
  expect(next?.querySelectorAll('[class]')).toHaveLength(0);
  expect(next?.className).toContain('primary');
  expect(exit?.className).not.toContain('primary');
});

test('a next chapter for subscribers says so, and is not the primary action', () => {
  render(over(false));
  expect(ways()).toEqual(['Exit to Library', 'Subscribe to read on']);
  expect(screen.getByRole('button', { name: 'Exit to Library' }).className).toContain('primary');
});

const figures = (read: number, counted: { sentences: number; fragments: number }) => {
  const sentences = Array.from({ length: 11 }, (_, index) => ({ id: `s${index}` }) as ReaderSentence);
  const { unmount } = render(
    <EndSummary
      {...{ outbox: { waiting: 0, stalled: false }, book: 'Platero y Yo', bookId: 'b1', chapter: 1 }}
      {...{ title: 'Platero', sentences, record: { newFragments: [], knownCount: 0 }, knownCount: 0 }}
      {...{ read, counted, story: null, next: undefined, onResume: () => {}, onLeave: () => {} }}
    />,
  );
  const shown = screen.getAllByRole('definition').map(figure => figure.lastChild?.textContent);
  const note = screen.queryByText(/^Counted since/)?.textContent;
  unmount();
  return [...shown, note];
};

test('both figures are about the same sentences; if more were read elsewhere, it says so', () => {
  expect(figures(4, { sentences: 4, fragments: 91 })).toEqual(['4', '91', undefined]);
  expect(figures(9, { sentences: 5, fragments: 27 })).toEqual([
    '5',
    '27',
    'Counted since you opened the chapter here. In all you have read 9 of its 11 sentences.',
  ]);
});
