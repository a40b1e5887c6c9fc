import { expect, test } from 'vitest';
import { moreText, tomorrowText } from './words.ts';

test.each([
  [1, {}, 'Review 1 more that is due'],
  [7, {}, 'Review 7 more that are due'],
  [1, { day: '2026-11-22' }, 'Review 1 more mistake'],
  [2, { bookId: 'b', chapter: 1 }, 'Review 2 more mistakes'],
])('%d left of %j: %s', (left, asked, text) => {
  expect(moreText(left, asked)).toBe(text);
});

test('the text for what is due tomorrow agrees in number', () => {
  expect(tomorrowText(1)).toBe('Tomorrow about 1 will be due. It waits if you do.');
  expect(tomorrowText(2)).toBe('Tomorrow about 2 will be due. They wait if you do.');
});
