import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outages } from './outages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reported() {
  const lines: object[] = [];
  const warn = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { lines, refused: outages({ warn, error: warn }) };
}

test('an outage is reported when it begins, and when it ends with the number of calls', () => {
  const { lines, refused } = reported();
  const away = (port: number) =>
    Object.assign(new Error(`connect 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
  for (const call of [1, 2, 3]) {
    vi.advanceTimersByTime(8_000);
    refused(away(call), 'PUT /vocabularies');
  }
  const reason = 'connect 127.0.0.1:1';
  expect(lines).toEqual([{ message: 'calls are refused', reason, request: 'PUT /vocabularies' }]);

  vi.advanceTimersByTime(10_000);
  expect(lines[1]).toEqual({ message: 'calls are no longer refused', reason, refused: 3, seconds: 16 });
  // Later calls are a new outage.
  refused(away(4), 'POST /answers');
  expect(lines).toHaveLength(3);
});

test('two outages are distinguished, and a single call has no count', () => {
  const { lines, refused } = reported();
  refused(Object.assign(new Error('the log is away'), { name: 'Unavailable' }), 'POST /answers');
  refused(new Error('Connection terminated'), 'GET /books');
  vi.advanceTimersByTime(20_000);
  expect(lines).toHaveLength(2);
});
