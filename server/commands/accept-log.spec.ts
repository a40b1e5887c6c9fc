import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import { Unavailable } from '../../event-store/log.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { numbered } from '../../event-store/suite/test-events.ts';
import { upcastingLog } from '../../event-store/upcasting.ts';
import { projections } from '../../projections/projections.ts';
import { prepareReadModels } from '../../projections/runner/builds/builds.ts';
import { runProjections } from '../../projections/runner/run.ts';
import { appendEvents, testLog, until } from '../../projections/testing/database.ts';
import { requireLogInUse } from '../log-in-use.ts';
import { commands } from './list.ts';
import { operate } from './operate.ts';

// Every read model is built twice.

async function accept(url: string, ...args: readonly string[]) {
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await operate(commands, ['accept-log', ...args], {
    environment: { DATABASE_URL: url },
    print: line => said.push(line),
    printError: line => complaints.push(line),
    progress: { show: () => {}, end: () => {} },
    signal: new AbortController().signal,
  });
  return { code, said: said.join('\n'), complaints: complaints.join('\n') };
}

test('a log restored under another id is refused until it is accepted by its id, then everything uses it', async () => {
  const { log, url, pool } = await testLog();
  await migrate(pool);
  await prepareReadModels(pool, projections);
  await appendEvents(log, [
    {
      stream: `vocabulary-${'a'.repeat(32)}-es`,
      type: 'FragmentChanged',
      data: { epoch: 0, fragment: 'f1', from: 'new', to: 'IV', cause: { kind: 'mark' } },
    },
  ]);
  const used = await log.id();
  /** Runs the projections until each live build was made from this log and has this status. */
  const projectUntil = async (status: string, logId: string) => {
    const end = new AbortController();
    const running = upcastingLog(await postgresLog({ url }), upcasters);
    const done = runProjections({ log: running, databaseUrl: url, projections, signal: end.signal });
    await until(
      status,
      async () => {
        const { rows } = await pool.query<{ matching: boolean }>(
          `select count(*) filter (where status = $1 and log_id = $2) = $3 as matching
         from read_models.projection_state where stage = 'live'`,
          [status, logId, projections.length],
        );
        return rows[0]?.matching === true;
      },
      30,
    ).finally(() => end.abort());
    await done;
    await running.close();
  };
  await requireLogInUse(log, pool).readAll();
  await projectUntil('Active', used);

  const restored = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
  await pool.query('update event_log.head set log_id = $1', [restored]);
  const reopened = await postgresLog({ url });
  onTestFinished(() => reopened.close());
  await expect(requireLogInUse(reopened, pool).readAll()).rejects.toThrow(Unavailable);
  await projectUntil('Failed', used);

  const shown = await accept(url);
  expect(shown).toMatchObject({ code: 0, complaints: '' });
  expect(shown.said).toContain(`configured  ${restored}\nin use      ${used}`);
  expect(await accept(url, used)).toMatchObject({
    code: 2,
    complaints: expect.stringContaining('is not the id of the configured log'),
  });
  await expect(requireLogInUse(reopened, pool).readAll()).rejects.toThrow(Unavailable);

  expect(await accept(url, restored)).toMatchObject({ code: 0, complaints: '' });
  await requireLogInUse(reopened, pool).append('a-1', 'none', numbered(1));
  await projectUntil('Active', restored);
  expect((await accept(url)).said).toBe(`The configured log ${restored} is in use.`);
});
