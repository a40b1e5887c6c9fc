import { expect, onTestFinished, test } from 'vitest';
import { knownCounts } from '../../projections/known-counts/known-counts.ts';
import type { Projection } from '../../projections/projection.ts';
import { projectionStatuses } from '../../projections/runner/control.ts';
import { runProjections } from '../../projections/runner/run.ts';
import { subscriptions } from '../../projections/subscriptions/subscriptions.ts';
import { appendEvents, testLog, until } from '../../projections/testing/database.ts';
import { WrongArgument } from './command.ts';
import { commands } from './list.ts';
import { operate } from './operate.ts';

/** Runs a command line against a database and returns what was to be seen. */
async function operated(
  url: string,
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
) {
  const said: string[] = [];
  const complaints: string[] = [];
  const shown: string[] = [];
  const code = await operate(commands, args, {
    environment: { DATABASE_URL: url },
    print: line => said.push(line),
    printError: line => complaints.push(line),
    progress: { show: line => shown.push(line), end: () => {} },
    signal,
  });
  return { code, said: said.join('\n'), complaints: complaints.join('\n'), shown };
}

const changed = (learner: string, fragment: string) => ({
  stream: `vocabulary-${learner}-spanish`,
  type: 'FragmentChanged',
  data: { epoch: 0, fragment, from: 'new', to: 'IV', cause: { kind: 'mark' } },
});

/** A database whose two projections have seen everything; they run until the test is over. */
async function projected(events = [changed('aa', 'gat'), changed('aa', 'ros')]) {
  const { log, url, pool } = await testLog();
  await appendEvents(log, events);
  const end = new AbortController();
  const done = runProjections({
    log,
    databaseUrl: url,
    projections: [knownCounts, subscriptions],
    signal: end.signal,
  });
  onTestFinished(async () => {
    end.abort();
    await done;
  });
  await until('caught up', async () => {
    const statuses = await projectionStatuses(pool);
    return statuses.length === 2 && statuses.every(({ eventsDone }) => eventsDone === events.length);
  });
  return { log, url, pool };
}

const nowhere = 'postgres://nobody:nothing@127.0.0.1:1/none';

test('without a command, the help names every command', async () => {
  for (const args of [[], ['help'], ['--help']]) {
    const { code, said } = await operated(nowhere, args);
    expect(code).toBe(0);
    const lines = said.split('\n');
    for (const { name, summary } of commands)
      expect(lines.some(line => line.startsWith(`  ${name} `) && line.endsWith(summary)) || name).toBe(true);
  }
  expect((await operated(nowhere, ['replay', '--help'])).said).toContain(
    'npm run operate -- replay <projection>|all',
  );
});

test.each([
  [['destroy'], "there is no command 'destroy'"],
  [['status', '--verbose'], "Unknown option '--verbose'"],
  [['status', 'all'], "'all' is one argument too many"],
])('%j is refused: %s', async (args, complaint) => {
  const { url } = await projected([]);
  const { code, complaints } = await operated(url, args);
  expect(complaints).toContain(complaint);
  expect(code).toBe(2);
});

test.each(['pause', 'resume', 'replay'])('%s names the argument that is missing or unknown', async name => {
  const { url, pool } = await projected([]);
  expect(await operated(url, [name])).toMatchObject({
    code: 2,
    complaints: expect.stringContaining('<projection> is missing'),
  });
  expect(await operated(url, [name, 'known-counts,nonesuch'])).toMatchObject({
    code: 2,
    complaints: expect.stringContaining(
      "<projection> 'nonesuch' does not exist; there are known-counts, subscriptions",
    ),
  });
  expect((await projectionStatuses(pool)).map(({ status }) => status)).not.toContain('Paused');
});

test('settings that are wrong and a database that is away are said in one line', async () => {
  expect(await operated('nonsense', ['status'])).toMatchObject({
    code: 2,
    complaints: expect.stringMatching(/^DATABASE_URL must look like/),
  });
  const away = await operated(nowhere, ['status']);
  expect(away).toMatchObject({ code: 1, complaints: expect.stringMatching(/^status: .*ECONNREFUSED/) });
});

test('status shows every projection, paused and resumed ones too', async () => {
  const { url } = await projected();
  const { code, said } = await operated(url, ['status']);
  expect(code).toBe(0);
  expect(said.split('\n')[0]).toMatch(/^projection +stage +state +version +build +events +of/);
  expect(said).toMatch(/known-counts +live +Active +\d+ +1 +2$/m);

  expect((await operated(url, ['pause', 'known-counts'])).said).toBe('paused: known-counts');
  const shows = (line: RegExp) =>
    until(String(line), async () => line.test((await operated(url, ['status'])).said));
  await shows(/known-counts +live +Paused/);
  await shows(/subscriptions +live +Active/);
  expect(await operated(url, ['replay', 'all'])).toMatchObject({
    code: 1,
    complaints: 'replay: paused, nothing is rebuilt until it is resumed: known-counts',
  });
  await operated(url, ['resume', 'all']);
  await shows(/known-counts +live +Active/);
});

test('status says why a projection stopped, and at which event', async () => {
  const { log, url } = await testLog();
  await appendEvents(log, [changed('aa', 'poison')]);
  const end = new AbortController();
  const picky: Projection = {
    ...knownCounts,
    fold: undefined,
    apply: () => Promise.reject(new Error('cannot digest')),
  };
  const done = runProjections({ log, databaseUrl: url, projections: [picky], signal: end.signal });
  onTestFinished(async () => {
    end.abort();
    await done;
  });
  await until('stopped', async () =>
    /known-counts.*Failed.*cannot digest \(FragmentChanged at vocabulary-aa-spanish\/0\)/.test(
      (await operated(url, ['status'])).said,
    ),
  );
});

test('replay watches until everything is swapped in', async () => {
  const { url, pool } = await projected();
  const { code, said, shown } = await operated(url, ['replay', 'all']);
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringMatching(/^rebuilt in \d+ s: known-counts, subscriptions$/),
  });
  expect(shown.at(-1)).toMatch(/^█{24} 100 % {2}2 of 2 swapped/);
  const live = (await projectionStatuses(pool)).filter(({ stage }) => stage === 'live');
  expect(live.map(({ build }) => build)).toEqual([2, 2]);
});

test('who stops watching a replay does not stop the replay', async () => {
  const { url, pool } = await projected();
  const { code, said } = await operated(url, ['replay', 'known-counts'], AbortSignal.abort());
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('goes on without you') });
  await until('swapped', async () =>
    (await projectionStatuses(pool)).some(({ stage, build }) => stage === 'live' && build === 2),
  );
});

test('an error that is nobody’s argument ends a command with its message and code 1', async () => {
  const complaints: string[] = [];
  const failing = (error: Error) => ({
    name: 'fail',
    usage: '--now',
    summary: 'Fails.',
    run: () => Promise.reject(error),
  });
  const context = {
    environment: {},
    print: () => {},
    printError: (line: string) => complaints.push(line),
    progress: { show: () => {}, end: () => {} },
    signal: new AbortController().signal,
  };
  expect(await operate([failing(new Error('broken'))], ['fail'], context)).toBe(1);
  expect(await operate([failing(new WrongArgument('--now is missing'))], ['fail'], context)).toBe(2);
  expect(complaints).toEqual([
    'fail: broken',
    'fail: --now is missing\nusage: npm run operate -- fail --now',
  ]);
});

test('cancel says which rebuilds it ended, and which there were none of', async () => {
  const { url, pool } = await projected();
  await pool.query(`update read_models.projection_control set paused = true`);
  await pool.query(
    `update read_models.projection_control set replays = replays + 1 where projection = 'known-counts'`,
  );
  const { code, said } = await operated(url, ['cancel', 'all']);
  expect(code).toBe(0);
  expect(said.split('\n')).toEqual([
    'cancelled: known-counts',
    'no rebuild that can be cancelled: subscriptions',
  ]);
});
