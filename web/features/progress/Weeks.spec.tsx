// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Shelf } from './Weeks.tsx';

test('the number on a bar has a unit', () => {
  render(
    <Shelf weeks={[{ monday: '2026-11-16', minutes: 2, answers: 9, sentences: 3 }]} today="2026-11-22" />,
  );
  expect(screen.getByText('2').textContent).toBe('2 min');
});
