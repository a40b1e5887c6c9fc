// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Marked } from './Marked.tsx';

test('Spanish stands in italics of its language, without the asterisks of the library', () => {
  const { container } = render(<Marked text="as (after *igual*), than (after *más*)" />);
  expect(container.textContent).toBe('as (after igual), than (after más)');
  expect([...container.querySelectorAll('i[lang="es"]')].map(one => one.textContent)).toEqual([
    'igual',
    'más',
  ]);
});

test('an ending keeps its hyphen', () => {
  const { container } = render(<Marked text="Add *-ante*, and -a is for 'he'." />);
  expect([...container.querySelectorAll('span')].map(one => one.textContent)).toEqual(['-ante', '-a']);
  expect(container.textContent).toContain('‘he’');
});
