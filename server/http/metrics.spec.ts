import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../database/connect.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { freePort } from '../postgres/port.ts';
import { listen } from './listen.ts';
import { metrics } from './metrics.ts';

test('metrics answer at the one path that a proxy withholds, and at no other spelling of it', async () => {
  const { url } = await testDatabase();
  const { pool, close } = connect(url);
  const web = await listen(express().use(metrics(pool, undefined).router), {
    host: '127.0.0.1',
    port: await freePort(),
  });
  onTestFinished(async () => {
    await web.drain(0);
    await close();
  });
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${web.port}${path}`)).status;
  expect(await status('/metrics')).toBe(200);
  for (const path of ['/metrics/', '/METRICS', '/Metrics', '//metrics']) expect(await status(path)).toBe(404);
});
