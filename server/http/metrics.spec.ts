import { randomUUID } from 'node:crypto';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../database/connect.ts';
import type { Log } from '../../event-store/log.ts';
import { projections } from '../../projections/projections.ts';
import { prepareReadModels } from '../../projections/runner/builds/builds.ts';
import { testLog } from '../../projections/testing/database.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { freePort } from '../postgres/port.ts';
import { listen } from './listen.ts';
import { metrics } from './metrics.ts';

/** Metrics over HTTP. */
async function served(...parameters: Parameters<typeof metrics>) {
  const web = await listen(express().use(metrics(...parameters).router), {
    host: '127.0.0.1',
    port: await freePort(),
  });
  onTestFinished(() => web.drain(0));
  return (path: string) => fetch(`http://127.0.0.1:${web.port}${path}`);
}

test('metrics answer at the one path that a proxy withholds, and at no other spelling of it', async () => {
  const { url } = await testDatabase();
  const { pool, close } = connect(url);
  onTestFinished(close);
  const get = await served(pool, undefined);
  const status = async (path: string) => (await get(path)).status;
  expect(await status('/metrics')).toBe(200);
  for (const path of ['/metrics/', '/METRICS', '/Metrics', '//metrics']) expect(await status(path)).toBe(404);
});

test('the lag of a projection is the age of one event: the others are not read', async () => {
  const { log, pool } = await testLog();
  const [projection] = projections;
  if (!projection) throw new Error('there is no projection');
  await prepareReadModels(pool, [projection]);
  const metadata = { commandId: 'c', actor: 'a', at: new Date(0).toISOString(), schema: 1 };
  await log.append(
    'numbers-1',
    'none',
    [1, 2, 3].map(number => ({ id: randomUUID(), type: 'Counted', data: { number }, metadata })),
  );
  const read: number[] = [];
  const counting: Log = {
    ...log,
    readAll: async page => {
      const events = await log.readAll(page);
      read.push(events.length);
      return events;
    },
  };
  const get = await served(pool, counting);
  const text = await (await get('/metrics')).text();
  const lag = /camino_projection_lag_seconds\{.*\} (\S+)/.exec(text)?.[1];
  expect(Number(lag)).toBeGreaterThan(0);
  expect(read).toEqual([1]);
});
