import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BEGINNING, bytesOf, isFull, MAX_BYTES_PER_APPEND, PAGE, PAGE_BYTES } from '../log.ts';
import { pagesOf } from '../pages.ts';
import { follow } from './following.ts';
import type { Subject } from './subject.ts';
import {
  numbered,
  numbersOf,
  ownCategory,
  testEvent,
  upTo,
  wholeCategory,
  wholeStream,
} from './test-events.ts';

const oddNames = [
  'Don Quixote – capítulo primero',
  "robert'); drop table events;--",
  '{a,b} "c" \\ / %_* ?&=#',
  '日本語-ぶんしょう',
  '🫏-🫏',
  'é',
  'e\u0301',
  ' ',
  '-',
  'UPPER-lower',
  'upper-lower',
  '\u202ertl\n\t',
  'x'.repeat(400),
];

const oddData = {
  empty: '',
  nul: 'a\u0000b',
  '\u0000': 'a key of NUL',
  half: '\ud83e',
  donkey: '🫏',
  quotes: `"'\\ \`{}[],NULL`,
  lines: '\r\n\u2028\u2029',
  direction: '\u202e\u200f',
  numbers: [0, 1e-7, -1.5, Number.MAX_SAFE_INTEGER, 1e300],
  nothing: null,
  nested: { list: [[], {}, [null, true, false, '']], __proto: 1, constructor: 2, toString: 3 },
};

export function reading(subject: () => Subject): void {
  test('a log keeps its id, for every client', async () => {
    const { log, another } = subject();
    const id = await log.id();
    expect(id).toMatch(/^\S{8,}$/);
    const other = await another();
    expect(await other.id()).toBe(id);
    await other.close();
  });

  test('unusual stream names are distinguished and returned unchanged', async () => {
    const { log } = subject();
    const category = ownCategory();
    const before = await log.head();
    await Promise.all(
      oddNames.map((name, n) => log.append(`${category}-${name}`, 'none', [testEvent({ n }, `odd ${name}`)])),
    );
    for (const [n, name] of oddNames.entries()) {
      const stream = `${category}-${name}`;
      const [event, ...more] = await log.readStream(stream);
      expect([event?.stream, event?.type, event?.data['n'], more]).toEqual([stream, `odd ${name}`, n, []]);
    }
    const all = await wholeCategory(log, category, before);
    expect(all.map(({ stream }) => stream).sort()).toEqual(
      oddNames.map(name => `${category}-${name}`).sort(),
    );
  });

  test('unusual data is returned unchanged, alone and in a group', async () => {
    const { log } = subject();
    const category = ownCategory();
    const event = {
      ...testEvent(oddData),
      metadata: { ...testEvent().metadata, actor: 'ñ\u0000🫏', causationId: '"\\' },
    };
    const writes = upTo(6).map(n => log.append(`${category}-${n}`, 'none', [event, testEvent(oddData)]));
    await Promise.all([...writes, log.append(`${category}-alone`, 'none', [event])]);
    for (const name of [...upTo(6), 'alone']) {
      const [read] = await log.readStream(`${category}-${name}`);
      expect([read?.data, read?.metadata]).toEqual([event.data, event.metadata]);
    }
  });

  test('a stream of 10,000 events is read in pages, from anywhere', async () => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    for (const part of upTo(20))
      await log.append(stream, part === 0 ? 'none' : part * 500 - 1, numbered(500, part * 500));
    expect(await log.readStream(stream)).toHaveLength(1_000);
    const whole = await wholeStream(log, stream);
    expect(numbersOf(whole)).toEqual(upTo(10_000));
    expect(whole.map(({ revision }) => revision)).toEqual(upTo(10_000));
    expect(numbersOf(await log.readStream(stream, { after: 9_990 }))).toEqual(numbersOf(whole).slice(9_991));
    expect(numbersOf(await log.readStream(stream, { after: 499, limit: 2 }))).toEqual([500, 501]);
    expect(await log.readStream(stream, { after: 9_999 })).toEqual([]);
    expect(await log.readStream(stream, { after: 20_000 })).toEqual([]);
    expect((await log.append(stream, 9_999, [testEvent()])).revision).toBe(10_000);
  });

  test.each([
    ['that compress well', () => 'x'.repeat(900_000)],
    ['that do not compress', () => randomBytes(450_000).toString('hex')],
  ])('a page of large events %s ends at its size', async (_, text) => {
    const { log } = subject();
    const category = ownCategory();
    const stream = `${category}-1`;
    const before = await log.head();
    for (const n of upTo(7))
      await log.append(stream, n === 0 ? 'none' : n - 1, [testEvent({ n, text: text() })]);
    await log.append(stream, 6, numbered(2, 7));

    const page = await log.readStream(stream);
    expect(numbersOf(page)).toEqual([0, 1, 2]);
    expect(isFull(page)).toBe(true);
    for (const { bytes } of page) expect(Math.abs(bytes - 900_000)).toBeLessThan(1_000);
    expect(numbersOf(await wholeStream(log, stream))).toEqual(upTo(9));
    const last = await log.readStream(stream, { after: 5 });
    expect([numbersOf(last), isFull(last)]).toEqual([[6, 7, 8], false]);
    expect(isFull(await log.readStream(stream, { after: 5, limit: 2 }), 2)).toBe(true);

    for await (const part of pagesOf(log, { after: before })) {
      expect(part.length).toBeLessThanOrEqual(PAGE);
      expect(bytesOf(part)).toBeLessThan(PAGE_BYTES + MAX_BYTES_PER_APPEND);
    }
    expect(numbersOf(await wholeCategory(log, category, before))).toEqual(upTo(9));
    const following = follow(log, category, before);
    await following.until(9);
    await following.stop();
    expect(numbersOf(following.events)).toEqual(upTo(9));
  });

  test('a stream that does not exist is empty', async () => {
    expect(await subject().log.readStream(`${ownCategory()}-1`)).toEqual([]);
  });

  test('reading from the beginning, at the head and beyond', async () => {
    const { log } = subject();
    const category = ownCategory();
    const appended = await log.append(`${category}-1`, 'none', numbered(3));
    expect((await log.head()) >= appended.position).toBe(true);
    expect(appended.position > BEGINNING).toBe(true);
    const [first] = await log.readAll({ after: BEGINNING, limit: 1 });
    const [again] = await log.readAll({ limit: 1 });
    expect(again).toEqual(first);
    expect(first && first.position > BEGINNING && first.position <= appended.position).toBe(true);

    const own = await log.readStream(`${category}-1`);
    const middle = own[1]?.position ?? '';
    expect(numbersOf(await wholeCategory(log, category, middle))).toEqual([2]);
    expect(await wholeCategory(log, category, appended.position)).toEqual([]);
    const later = await log.append(`${category}-1`, 2, numbered(1, 3));
    expect(later.position > appended.position).toBe(true);
    expect(numbersOf(await wholeCategory(log, category, appended.position))).toEqual([3]);
  });
}
