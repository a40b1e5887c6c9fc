// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Item } from './glossary/choice.ts';
import type { Met, Row } from './glossary/glossary.ts';
import { createPicks } from './picks.ts';
import { WordList } from './WordList.tsx';

const ids = Array.from({ length: 12 }, (_, index) => `f${index}`);
const fragments = new Map(
  ids.map(id => [
    id,
    {
      id,
      text: `-${id}`,
      ending: true,
      gloss: `meaning of ${id}`,
      lemma: null,
      level: 'II',
      met: 1,
      missed: 0,
      credited: false,
      metIn: [],
      due: null,
      since: 1,
      inBook: true,
    } satisfies Met,
  ]),
);
const row: Row = {
  key: 'hablar',
  language: 'spanish',
  title: 'hablar',
  gloss: 'speak',
  ending: false,
  own: ['f0'],
  parts: ids,
  met: 1,
  missed: 0,
  metIn: new Set(),
  inBook: true,
  searched: 'hablar',
};

function words(picks = createPicks(), shown: readonly Row[] = [row]) {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const list = (items: readonly Item[]) => (
    <WordList
      items={items}
      fragments={fragments}
      now={2}
      isWhole
      showsMissed={false}
      picks={picks}
      open={undefined}
      handle={null}
      onPick={picks.toggle}
      onOpen={() => {}}
      onFocus={() => {}}
    />
  );
  const { rerender } = render(list(shown.map(row => ({ row }))));
  return { show: (...rows: readonly Row[]) => rerender(list(rows.map(row => ({ row })))) };
}

test('a pick shows in its row without the page around it', async () => {
  const picks = createPicks();
  words(picks);
  const box = screen.getByRole('checkbox', { name: 'Pick hablar' });
  await userEvent.setup().click(box);
  expect(box.getAttribute('aria-checked')).toBe('true');
  expect(picks.rows()).toEqual([row]);
  act(() => picks.clear());
  expect(box.getAttribute('aria-checked')).toBe('false');
});

test('a row with many fragments shows the first, and all when it is asked; the focus goes to the first new one', async () => {
  words();
  const stories = () => screen.getAllByRole('button', { name: /^The story of/ });
  expect(stories()).toHaveLength(8);
  await userEvent.setup().click(screen.getByRole('button', { name: '4 more fragments of hablar' }));
  expect(stories()).toHaveLength(12);
  expect(document.activeElement).toBe(stories()[8]);
  expect(screen.queryByRole('button', { name: /more fragments/ })).toBeNull();
});

test('the focus of a row that a mark takes away goes to the row in its place', () => {
  vi.stubGlobal('CSS', { escape: String });
  Element.prototype.scrollIntoView ??= () => {};
  const [one, two, three] = ['uno', 'dos', 'tres'].map(title => ({ ...row, key: title, title })) as [
    Row,
    Row,
    Row,
  ];
  const { show } = words(createPicks(), [one, two, three]);
  const head = (name: string) => screen.getByRole('button', { name });
  head('dos').focus();
  show(one, three);
  expect(document.activeElement).toBe(head('tres'));
  show(one);
  expect(document.activeElement).toBe(head('uno'));
  // Somebody who has left the list keeps out of it.
  head('uno').blur();
  show(two);
  expect(document.activeElement).toBe(document.body);
});
