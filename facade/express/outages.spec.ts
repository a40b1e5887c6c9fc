import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outages } from './outages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an outage is told once, and once more with its calls when it is over', () => {
  const lines: string[] = [];
  const refused = outages(line => lines.push(line));
  const away = (port: number) =>
    Object.assign(new Error(`connect 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
  const ids = [1, 2, 3].map(call => {
    vi.advanceTimersByTime(8_000);
    return refused(away(call), 'PUT /vocabularies');
  });
  expect(new Set(ids).size).toBe(1);
  const said = { level: 'warn', errorId: ids[0], error: 'connect 127.0.0.1:1' };
  expect(lines.map(line => JSON.parse(line))).toEqual([{ ...said, request: 'PUT /vocabularies' }]);

  vi.advanceTimersByTime(10_000);
  expect(JSON.parse(lines[1] ?? '')).toEqual({ ...said, refused: 3, seconds: 16 });
  // The next one is another.
  expect(refused(away(4), 'POST /answers')).not.toBe(ids[0]);
  expect(lines).toHaveLength(3);
});

test('two things that are away are told apart, and a single call needs no sum', () => {
  const lines: string[] = [];
  const refused = outages(line => lines.push(line));
  const log = Object.assign(new Error('the log is away'), { name: 'Unavailable' });
  expect(refused(log, 'POST /answers')).not.toBe(refused(new Error('Connection terminated'), 'GET /books'));
  vi.advanceTimersByTime(20_000);
  expect(lines).toHaveLength(2);
});
