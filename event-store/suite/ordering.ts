import { expect, test } from 'vitest';
import type { Log, RecordedEvent } from '../log.ts';
import { follow } from './following.ts';
import type { Subject } from './subject.ts';
import { ownCategory, testEvent, upTo, wholeCategory } from './test-events.ts';

const WRITERS = 16;
const APPENDS = 60;

export function ordering(subject: () => Subject): void {
  test('16 writers and several readers: one order, no gaps, no duplicates', async () => {
    const { log, another } = subject();
    const category = ownCategory();
    const others = await Promise.all([another(), another()]);
    const clients = [log, ...others];
    const before = await log.head();

    const followers = clients.map(client => follow(client, category, before));
    const tailers = clients.map(client => tail(client, category, before, WRITERS * APPENDS));
    await Promise.all(
      upTo(WRITERS).map(async writer => {
        const client = clients[writer % clients.length] ?? log;
        for (const n of upTo(APPENDS))
          await client.append(`${category}-${writer}`, n === 0 ? 'none' : n - 1, [testEvent({ n })]);
      }),
    );
    for (const follower of followers) await follower.until(WRITERS * APPENDS);
    const truth = await wholeCategory(log, category, before);
    await Promise.all(followers.map(follower => follower.stop()));

    expect(truth).toHaveLength(WRITERS * APPENDS);
    const positions = truth.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort());
    for (const writer of upTo(WRITERS)) {
      const own = truth.filter(({ stream }) => stream === `${category}-${writer}`);
      expect(own.map(({ revision }) => revision)).toEqual(upTo(APPENDS));
    }
    for (const follower of followers) expect(ids(follower.events)).toEqual(ids(truth));
    for (const seen of await Promise.all(tailers)) expect(ids(seen)).toEqual(ids(truth));
    await Promise.all(others.map(other => other.close()));
  });
}

/** Reads the end of the log repeatedly while it grows: a late commit would be skipped there for good. */
async function tail(
  log: Log,
  category: string,
  after: string,
  count: number,
): Promise<readonly RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  const deadline = Date.now() + 80_000;
  let position = after;
  while (seen.length < count && Date.now() < deadline) {
    const page = await log.readAll({ after: position, limit: 7 });
    position = page.at(-1)?.position ?? position;
    seen.push(...page.filter(({ stream }) => stream.startsWith(`${category}-`)));
  }
  return seen;
}

function ids(events: readonly RecordedEvent[]): readonly string[] {
  return events.map(({ id }) => id);
}
