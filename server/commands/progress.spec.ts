import { expect, test } from 'vitest';
import { bar, duration, progressOn } from './progress.ts';

test('a bar is as full as what is done', () => {
  expect(bar(0, 10, 4)).toBe('░░░░   0 %');
  expect(bar(5, 10, 4)).toBe('██░░  50 %');
  expect(bar(12, 10, 4)).toBe('████ 100 %');
  expect(bar(3, 0, 4)).toBe('░░░░   0 %');
});

test('durations are said in their two largest units', () => {
  expect([4.4, 200, 7_500].map(duration)).toEqual(['4 s', '3 min 20 s', '2 h 5 min']);
});

test('on a terminal the line changes in place; in a file it comes now and then', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) => ({
    isTTY,
    columns: 20,
    write: (text: string) => written.push(text) > 0,
  });
  const terminal = progressOn(stream(true));
  terminal.show('half');
  terminal.show(`done ${'.'.repeat(40)}`);
  terminal.end();
  expect(written).toEqual(['\r\u001b[Khalf', `\r\u001b[Kdone ${'.'.repeat(14)}`, '\n']);
  written.length = 0;
  const file = progressOn(stream(false));
  file.show('first');
  file.show('second');
  file.end();
  expect(written).toEqual(['first\n']);
});
