import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../tooling/testing/database.ts';
import { runJobNow, runJobs, startJobsInBackground } from './run-jobs.ts';

const signal = new AbortController().signal;
/** Once in four years. */
const never = '0 0 29 2 *';

test('a job asked for runs once in one of two processes, and its lines come back', async () => {
  const { url } = await testDatabase();
  let runs = 0;
  const job = {
    name: 'counting',
    cron: never,
    run: async () => {
      runs += 1;
      return [`run ${runs}`];
    },
  };
  const told: string[] = [];
  const ends = await Promise.all(
    [1, 2].map(() => runJobs({ databaseUrl: url, jobs: [job], report: line => told.push(line) })),
  );
  onTestFinished(async () => void (await Promise.all(ends.map(end => end()))));
  expect(await runJobNow(url, 'counting', { signal, startTimeoutSeconds: 20 })).toEqual(['run 1']);
  expect(runs).toBe(1);
  expect(told).toEqual(['counting: run 1']);
});

test('a job that fails says why, to the operator too, and one that nobody takes up says that', async () => {
  const { url } = await testDatabase();
  const failing = {
    name: 'failing',
    cron: never,
    run: async () => {
      throw new Error('the provider is away');
    },
  };
  const told: string[] = [];
  const end = await runJobs({ databaseUrl: url, jobs: [failing], report: line => told.push(line) });
  await expect(runJobNow(url, 'failing', { signal, startTimeoutSeconds: 20 })).rejects.toThrow(
    'the provider is away',
  );
  expect(told).toEqual(['failing failed: the provider is away']);
  await end();
  await expect(runJobNow(url, 'failing', { signal, startTimeoutSeconds: 0.1 })).rejects.toThrow(
    'nobody took up failing',
  );
});

test('jobs that cannot be started are started as soon as that is possible', async () => {
  const { url } = await testDatabase();
  const cluster = new pg.Client({ connectionString: inject('postgresUrl') });
  cluster.on('error', () => {});
  await cluster.connect();
  onTestFinished(() => cluster.end());
  const name = new URL(url).pathname.slice(1);
  const allow = (connections: boolean) =>
    cluster.query(`alter database ${name} with allow_connections ${connections}`);
  await allow(false);
  const told: string[] = [];
  const jobs = startJobsInBackground({
    databaseUrl: url,
    jobs: [{ name: 'late', cron: never, run: async () => ['done'] }],
    report: line => told.push(line),
  });
  onTestFinished(jobs.stop);
  await expect.poll(() => told).toContainEqual(expect.stringContaining('scheduled jobs did not start: '));
  expect(jobs.haveStarted()).toBe(false);
  await allow(true);
  await expect.poll(jobs.haveStarted).toBe(true);
  expect(await runJobNow(url, 'late', { signal, startTimeoutSeconds: 20 })).toEqual(['done']);
});
