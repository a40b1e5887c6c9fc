// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Lingering } from './Lingering.tsx';

const button = (name: string) => (
  <button key={name} type="button">
    {name}
  </button>
);

test('an element keeps the focus while another takes its place, also with nothing between them', () => {
  const { rerender } = render(<Lingering>{button('first')}</Lingering>);
  const first = screen.getByText('first');
  first.focus();
  rerender(<Lingering>{null}</Lingering>);
  expect(document.activeElement).toBe(first);
  rerender(<Lingering>{button('second')}</Lingering>);
  expect(document.activeElement).toBe(first);
  // What is shown comes before what lingers.
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['second', 'first']);
  screen.getByText('second').focus();
  rerender(<Lingering>{button('third')}</Lingering>);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['third', 'second']);
  expect(document.activeElement?.textContent).toBe('second');
});
