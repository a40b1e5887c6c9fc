import { expect, test } from 'vitest';
import { InvalidAppend, MAX_BYTES_PER_APPEND, type NewEvent } from '../log.ts';
import type { Subject } from './subject.ts';
import { numbered, ownCategory, testEvent } from './test-events.ts';

export function refusing(subject: () => Subject): void {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const twice = testEvent();
  const cases: readonly [why: string, events: readonly NewEvent[]][] = [
    ['no event', []],
    ['501 events', numbered(501)],
    ['too many bytes', [testEvent({ text: 'x'.repeat(MAX_BYTES_PER_APPEND) })]],
    ['too many bytes of few characters', [testEvent({ text: '🫏'.repeat(MAX_BYTES_PER_APPEND / 4) })]],
    ['an id that is no UUID', [{ ...testEvent(), id: 'burro' }]],
    ['an id twice', [twice, twice]],
    ['a type without a name', [testEvent({}, '')]],
    ['a type with NUL', [testEvent({}, 'a\0b')]],
    ['a type of the system', [testEvent({}, '$deleted')]],
    ['a value that is no JSON', [testEvent({ n: 1n })]],
    ['a value without an end', [testEvent(circular)]],
  ];
  test.each(cases)('%s', async (_, events) => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    await expect(log.append(stream, 'none', events)).rejects.toThrow(InvalidAppend);
    expect(await log.readStream(stream)).toEqual([]);
  });

  test.each([
    ['no stream', ''],
    ['a stream with NUL', 'a-\0'],
    ['half a surrogate pair', 'a-\ud800'],
    ['a stream of the system', '$users'],
    ['a very long name', 'x'.repeat(501)],
  ])('%s', async (_, stream) => {
    await expect(subject().log.append(stream, 'none', [testEvent()])).rejects.toThrow(InvalidAppend);
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 31])('%s is refused as a revision', async expected => {
    const append = subject().log.append(`${ownCategory()}-1`, expected, [testEvent()]);
    await expect(append).rejects.toThrow(InvalidAppend);
  });

  test('an append just below the limit of bytes is accepted', async () => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    const text = 'é'.repeat((MAX_BYTES_PER_APPEND - 1_000) / 2);
    await log.append(stream, 'none', [testEvent({ text })]);
    const [read] = await log.readStream(stream);
    expect(read?.data['text'] === text).toBe(true);
  });
}
