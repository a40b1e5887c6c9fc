import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import { NOTHING_CHANGED, UnknownEvent } from './aggregate/aggregate.ts';
import { postgresLog } from './postgres/postgres-log.ts';
import { streamPages, streamReader } from './stream-reader.ts';
import { testEvent } from './suite/test-events.ts';
import { upcastingLog } from './upcasting.ts';

type Purses = { readonly purse: { readonly type: 'Moved'; readonly data: { readonly coins: number } } };

async function purses() {
  const { url } = await testDatabase();
  const log = upcastingLog(await postgresLog({ url }), {});
  onTestFinished(() => log.close());
  return { log, reader: streamReader<Purses>(log, { purse: { Moved: true } }) };
}

test('a stream is read to its end, without the traces of commands that changed nothing', async () => {
  const { log, reader } = await purses();
  const stream = `purse-${randomUUID()}` as const;
  const moved = (coins: number) => testEvent({ coins }, 'Moved');
  await log.append(stream, 'none', [moved(1), testEvent({}, NOTHING_CHANGED), moved(2)]);
  await log.append(stream, 2, [testEvent({}, NOTHING_CHANGED)]);
  const pages = [];
  for await (const { events, ...page } of streamPages(reader, stream))
    pages.push({ ...page, coins: events.map(({ data }) => data.coins) });
  expect(pages).toEqual([{ coins: [1, 2], revision: 3, isLast: true }]);

  const first = await reader.readStream(stream, { after: 0, limit: 1 });
  expect(first).toEqual({ events: [], revision: 1, isLast: false });
  expect(await reader.readStream(stream, { after: 3 })).toEqual({ events: [], revision: 3, isLast: true });
});

test('an event of a type that is not known here is not left out of a history', async () => {
  const { log, reader } = await purses();
  const stream = `purse-${randomUUID()}` as const;
  await log.append(stream, 'none', [testEvent({}, 'Minted')]);
  await expect(reader.readStream(stream, { after: -1 })).rejects.toThrow(UnknownEvent);
});
