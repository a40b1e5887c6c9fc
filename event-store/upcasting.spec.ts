import { expect, test } from 'vitest';
import { testDatabase } from '../tooling/testing/database.ts';
import type { NewEvent } from './log.ts';
import { postgresLog } from './postgres/postgres-log.ts';
import { testEvent } from './suite/test-events.ts';
import { UnknownSchema, type Upcasters, upcastingLog } from './upcasting.ts';

const upcasters: Upcasters = {
  WordSeen: [
    old => ({ type: 'WordSeen', schema: 2, data: { fragment: old['word'], language: 'es' } }),
    old => ({ type: 'WordSeen', schema: 3, data: { ...old, language: `lang-${old['language']}` } }),
  ],
  WordMet: [old => ({ type: 'WordSeen', schema: 2, data: { fragment: old['met'], language: 'es' } })],
};

function written(schema: number, data: Record<string, unknown>, type = 'WordSeen'): NewEvent {
  const event = testEvent(data, type);
  return { ...event, metadata: { ...event.metadata, schema } };
}

test('every old shape is upcast by every way of reading', async () => {
  const { url } = await testDatabase();
  const raw = await postgresLog({ url });
  const log = upcastingLog(raw, upcasters);
  await raw.append('words-1', 'none', [
    written(1, { word: 'gato' }),
    written(2, { fragment: 'gato', language: 'la' }),
    written(3, { fragment: 'gato', language: 'lang-es' }),
    written(1, { word: 'gato' }, 'WordHeard'),
    written(1, { met: 'gato' }, 'WordMet'),
  ]);
  const present = [
    { fragment: 'gato', language: 'lang-es' },
    { fragment: 'gato', language: 'lang-la' },
    { fragment: 'gato', language: 'lang-es' },
    { word: 'gato' },
    { fragment: 'gato', language: 'lang-es' },
  ];
  const stream = await log.readStream('words-1');
  expect(stream.map(({ data }) => data)).toEqual(present);
  expect(stream.map(({ metadata }) => metadata.schema)).toEqual([3, 3, 3, 1, 3]);
  expect(stream.map(({ type }) => type)).toEqual([
    'WordSeen',
    'WordSeen',
    'WordSeen',
    'WordHeard',
    'WordSeen',
  ]);
  expect(await log.readAll()).toEqual(stream);
  const stop = new AbortController();
  for await (const batch of log.subscribe({ after: '' }, stop.signal)) {
    expect(batch).toEqual(stream);
    stop.abort();
  }
  expect((await raw.readStream('words-1'))[0]?.data).toEqual({ word: 'gato' });
  expect(await upcastingLog(log, upcasters).readStream('words-1')).toEqual(stream);
  await log.close();
});

test('an unknown schema is an error that names it', async () => {
  const { url } = await testDatabase();
  const raw = await postgresLog({ url });
  await raw.append('words-1', 'none', [written(4, {})]);
  await expect(upcastingLog(raw, upcasters).readStream('words-1')).rejects.toThrow(UnknownSchema);
  await raw.close();
});

test('the current schema is the number of upcasters plus one', async () => {
  const { url } = await testDatabase();
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  expect(log.currentSchema('WordSeen')).toBe(3);
  expect(log.currentSchema('WordHeard')).toBe(1);
  await log.close();
});
