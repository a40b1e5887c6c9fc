// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChapterPicture } from './Picture.tsx';

test('the picture of a drawn chapter has an alternative text on request', () => {
  const { rerender } = render(<ChapterPicture bookTitle="Don Quixote" chapter={3} described />);
  screen.getByRole('img', { name: /keeps watch over his armour/ });
  rerender(<ChapterPicture bookTitle="Don Quixote" chapter={3} />);
  expect(screen.queryByRole('img')).toBeNull();
});

test('a chapter without a drawing shows the cover in the folder, or a placeholder', () => {
  const { container } = render(<ChapterPicture bookTitle="La Regenta" chapter={2} />);
  const image = container.querySelector('img');
  if (!image) throw new Error('no image');
  expect(image.getAttribute('src')).toBe('/img/lesson-covers/La%20Regenta/chapter2.jpeg');
  fireEvent.error(image);
  expect(image.getAttribute('src')).toBe('/img/lesson-covers/blank.png');
  fireEvent.error(image);
  expect(image.getAttribute('src')).toBe('/img/lesson-covers/blank.png');
});
