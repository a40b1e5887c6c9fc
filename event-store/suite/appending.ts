import { expect, test } from 'vitest';
import { WrongExpectedRevision } from '../log.ts';
import type { Subject } from './subject.ts';
import { numbered, numbersOf, ownCategory, testEvent, upTo, wholeStream } from './test-events.ts';

export function appending(subject: () => Subject): void {
  test('an appended event is read back unchanged, with revision and position', async () => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    const events = [testEvent({ word: 'burro' }, 'WordSeen'), testEvent({ word: 'plata' }, 'WordKnown')];
    const appended = await log.append(stream, 'none', events);
    expect(appended.revision).toBe(1);
    const read = await log.readStream(stream);
    expect(read.map(({ position: _, bytes: __, ...event }) => event)).toEqual(
      events.map((event, revision) => ({ ...event, stream, revision })),
    );
    expect(read.at(-1)?.position).toBe(appended.position);
  });

  test('of many concurrent appends to a new stream exactly one wins', async () => {
    const { log, another } = subject();
    const other = await another();
    const stream = `${ownCategory()}-1`;
    const racing = upTo(24).map(n =>
      (n % 2 ? log : other).append(stream, 'none', [testEvent({ n }), testEvent({ n })]),
    );
    const outcomes = await Promise.allSettled(racing);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WrongExpectedRevision);
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(numbersOf(await log.readStream(stream))).toEqual([winner, winner]);
    await other.close();
  });

  test('of many concurrent appends at a revision exactly one wins', async () => {
    const { log, another } = subject();
    const other = await another();
    const stream = `${ownCategory()}-1`;
    await log.append(stream, 'none', [testEvent()]);
    for (const revision of upTo(10)) {
      const racing = upTo(12).map(n => (n % 2 ? log : other).append(stream, revision, [testEvent({ n })]));
      const outcomes = await Promise.allSettled(racing);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await log.readStream(stream)).toHaveLength(11);
    await other.close();
  });

  test("a conflict reports the stream's revision and does not affect other appends", async () => {
    const { log } = subject();
    const category = ownCategory();
    await log.append(`${category}-old`, 'none', numbered(3));
    const beside = upTo(20).map(n => log.append(`${category}-${n}`, 'none', [testEvent({ n })]));
    const behind = log.append(`${category}-old`, 1, [testEvent()]);
    const ahead = log.append(`${category}-old`, 7, [testEvent()]);
    const begun = log.append(`${category}-old`, 'none', [testEvent()]);
    const unborn = log.append(`${category}-unborn`, 4, [testEvent()]);
    const outcomes = await Promise.allSettled([behind, ahead, begun, unborn]);
    const refusals = outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason : outcome));
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(WrongExpectedRevision);
    expect(refusals.map(({ expected, actual }) => [expected, actual])).toEqual([
      [1, 2],
      [7, 2],
      ['none', 2],
      [4, 'none'],
    ]);
    for (const appended of await Promise.all(beside)) expect(appended.revision).toBe(0);
    expect(await log.readStream(`${category}-old`)).toHaveLength(3);
    expect(await log.readStream(`${category}-unborn`)).toEqual([]);
  });

  test('an append that names another event at the expected revision is a conflict; concurrent appends are not affected', async () => {
    const { log } = subject();
    const category = ownCategory();
    const [first, second] = numbered(2);
    if (!first || !second) throw new Error('two events');
    await log.append(`${category}-1`, 'none', [first, second]);
    const elsewhere = (id: string) => log.append(`${category}-1`, 1, [testEvent()], id);
    await expect(elsewhere(first.id)).rejects.toThrow(WrongExpectedRevision);
    const beside = upTo(5).map(n => log.append(`${category}-beside-${n}`, 'none', [testEvent({ n })]));
    const inGroup = elsewhere(first.id);
    await expect(inGroup).rejects.toMatchObject({ expected: 1, actual: 1 });
    for (const appended of await Promise.all(beside)) expect(appended.revision).toBe(0);

    const third = numbered(1, 2);
    const went = await log.append(`${category}-1`, 1, third, second.id);
    expect(went.revision).toBe(2);
    // A caller that did not read the stream must not take stored events for its own.
    await expect(log.append(`${category}-1`, 1, third, second.id)).rejects.toMatchObject({ actual: 2 });
    const more = upTo(5).map(n => log.append(`${category}-beside-${n}`, 0, [testEvent({ n })]));
    const fourth = await log.append(`${category}-1`, 2, numbered(1, 3), third[0]?.id);
    expect(fourth.revision).toBe(3);
    await Promise.all(more);
    expect(numbersOf(await log.readStream(`${category}-1`))).toEqual(upTo(4));
  });

  test('the same ids again succeed with the same position and are stored once', async () => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    const [first, second, third] = [numbered(2), numbered(3, 2), numbered(1, 5)];
    const begun = await log.append(stream, 'none', first);
    const went = await log.append(stream, 1, second);
    await log.append(stream, 4, third);
    expect(await log.append(stream, 'none', first)).toEqual(begun);
    expect(await log.append(stream, 1, second)).toEqual(went);
    expect(numbersOf(await log.readStream(stream))).toEqual(upTo(6));
  });

  test('the same ids sent twice at once are stored once', async () => {
    const { log, another } = subject();
    const other = await another();
    const stream = `${ownCategory()}-1`;
    const events = numbered(4);
    const [one, two, three] = await Promise.all([
      log.append(stream, 'none', events),
      other.append(stream, 'none', events),
      log.append(stream, 'none', events),
    ]);
    expect([two, three]).toEqual([one, one]);
    expect(numbersOf(await log.readStream(stream))).toEqual(upTo(4));
    await other.close();
  });

  test('known ids mixed with others, in another order or at another revision are a conflict', async () => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    const stored = numbered(3);
    const [a, b, c] = stored;
    if (!a || !b || !c) throw new Error('three events');
    await log.append(stream, 'none', stored);
    for (const events of [
      [a, b, c, testEvent()],
      [a, testEvent()],
      [b, a],
      [b, c],
    ])
      await expect(log.append(stream, 'none', events)).rejects.toThrow(WrongExpectedRevision);
    expect(await log.readStream(stream)).toHaveLength(3);
  });

  test('500 events are one append: all at once, in order', async () => {
    const { log } = subject();
    const stream = `${ownCategory()}-1`;
    expect((await log.append(stream, 'none', numbered(500))).revision).toBe(499);
    await expect(log.append(stream, 'none', numbered(500))).rejects.toThrow(WrongExpectedRevision);
    expect((await log.append(stream, 499, numbered(500, 500))).revision).toBe(999);
    expect(numbersOf(await wholeStream(log, stream))).toEqual(upTo(1_000));
  });
}
