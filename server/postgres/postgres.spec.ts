import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parentOfRuns } from '../../tooling/testing/run-directory.ts';
import { credentialsOf, saveCredentials } from './credentials.ts';
import { externalHome } from './location.ts';
import { embeddedPostgres, removePostgres } from './postgres.ts';
import { postmasterOf } from './postmaster.ts';

const isRoot = process.getuid?.() === 0;

/** A data directory of its own, gone with everything in it when the test is over. */
async function directory(parent = parentOfRuns): Promise<string> {
  const made = await mkdtemp(join(parent, 'camino-pg-'));
  await chmod(made, 0o755);
  onTestFinished(async () => {
    if (existsSync(made)) await removePostgres(made);
    await rm(made, { recursive: true, force: true });
  });
  return made;
}

let made: Promise<string> | undefined;
afterAll(async () => {
  const template = await made?.catch(() => undefined);
  if (template === undefined) return;
  await removePostgres(template);
  await rm(template, { recursive: true, force: true });
});

/** A data directory whose cluster was made earlier and is stopped: a copy of the one that is made once here. */
async function initialised(): Promise<string> {
  made ??= mkdtemp(join(parentOfRuns, 'camino-pg-')).then(async template => {
    await chmod(template, 0o755);
    await (await embeddedPostgres({ directory: template, throwaway: true })).stop();
    return template;
  });
  const [template, data] = await Promise.all([made, directory()]);
  const { password, home } = await credentialsOf(template);
  // Clusters of a clone that only root may enter lie elsewhere.
  if (home !== join(template, 'postgres')) await (await start(data)).stop();
  else {
    expect(spawnSync('cp', ['-Rp', home, data]).status).toBe(0);
    await saveCredentials(data, { password, home: join(data, 'postgres') });
  }
  return data;
}

/** Where the cluster of a data directory lives: inside it, or outside when its user cannot reach it. */
async function clusterOf(data: string): Promise<string> {
  const { home } = await credentialsOf(data);
  return join(home ?? join(data, 'postgres'), 'data');
}

/** Stopped with the test, however it ends: a server that is watched would be started again without its directory. */
async function start(data: string) {
  const server = await embeddedPostgres({ directory: data, throwaway: true });
  onTestFinished(server.stop);
  return server;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the server and stays until it is told to end. */
async function starter(data: string, user?: { uid: number; gid: number }): Promise<ChildProcess> {
  const program = `
    const { embeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))});
    const server = await embeddedPostgres({ directory: ${JSON.stringify(data)}, throwaway: true });
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
    console.log(server.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'exit');
}

test('starts, keeps what is written over a restart on the same port, and leaves nothing running', async () => {
  const data = await directory();
  const first = await start(data);
  expect(first.adopted).toBe(false);
  await ask(first.url, `create table kept as select 'ñ' as word`);
  await first.stop();
  await expect(ask(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  expect((await stat(join(data, 'postgres.json'))).mode & 0o777).toBe(0o600);

  const second = await start(data);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select word from kept')).toEqual([{ word: 'ñ' }]);
  // Its log quotes no row, for example an address that exists already.
  expect(await ask(second.url, 'show log_error_verbosity')).toEqual([{ log_error_verbosity: 'terse' }]);
  await second.stop();
});

test('a server left by an app that was killed is adopted, and stops with the new app', async () => {
  const data = await initialised();
  await killed(await starter(data), 'SIGKILL');
  const left = await postmasterOf(await clusterOf(data));
  expect(left).toBeDefined();
  const server = await start(data);
  expect(server.adopted).toBe(true);
  expect(await postmasterOf(await clusterOf(data))).toEqual(left);
  await server.stop();
  expect(await postmasterOf(await clusterOf(data))).toBeUndefined();
});

test('it does not belong to the terminal: its session is its own', async () => {
  if (process.platform !== 'linux') return;
  const data = await initialised();
  const server = await start(data);
  const { pid } = (await postmasterOf(await clusterOf(data))) ?? { pid: 0 };
  const session = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]);
  expect(session).toBe(pid);
  await server.stop();
});

test('a pid file whose process is gone, or is another program by now, does not keep it from starting', async () => {
  const data = await initialised();
  const cluster = await clusterOf(data);
  const pidFile = join(cluster, 'postmaster.pid');
  for (const pid of [process.pid, 999_999_999]) {
    await writeFile(pidFile, `${pid}\n${cluster}\n1\n1\n\n127.0.0.1\n1 1\nready\n`);
    const server = await start(data);
    expect(server.adopted).toBe(false);
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  }
});

test('a server that dies is started again on its port', async () => {
  const data = await initialised();
  const server = await start(data);
  const before = await postmasterOf(await clusterOf(data));
  // Never 0, which would be everybody in our own process group.
  if (!before) throw new Error('the server has no pid file');
  process.kill(before.pid, 'SIGKILL');
  await expect.poll(() => ask(server.url, 'select 1 as one').catch(String)).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a remembered port that is taken meanwhile is given up', async () => {
  const data = await initialised();
  const first = await start(data);
  const { port } = new URL(first.url);
  await first.stop();
  const stranger = createServer().listen(Number(port), '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const second = await start(data);
  expect(new URL(second.url).port).not.toBe(port);
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('an initialisation that was killed half way is begun again', async () => {
  const data = await initialised();
  const cluster = await clusterOf(data);
  await rm(cluster, { recursive: true });
  // Each try has a name of its own.
  const unfinished = `${cluster}-unfinished-1`;
  await mkdir(join(unfinished, 'base'), { recursive: true });
  const server = await start(data);
  expect(existsSync(unfinished)).toBe(false);
  await server.stop();
});

test('a clone that was moved, even under the running server, takes its data along', async () => {
  const data = await initialised();
  const child = await starter(data);
  const { port } = await credentialsOf(data);
  await killed(child, 'SIGKILL');
  const moved = `${data}-moved`;
  await rename(data, moved);
  onTestFinished(async () => {
    await removePostgres(moved);
    await rm(moved, { recursive: true });
  });
  const server = await start(moved);
  expect(server.adopted).toBe(false);
  expect(Number(new URL(server.url).port)).toBe(port);
  await server.stop();
});

test('a version it cannot read is refused in one line, untouched', async () => {
  const data = await initialised();
  const file = join(await clusterOf(data), 'PG_VERSION');
  await writeFile(file, '12\n');
  await expect(start(data)).rejects.toThrow(/was written by PostgreSQL 12/);
  expect(await readFile(file, 'utf8')).toBe('12\n');
});

test('as root below a directory nobody else may enter', async ({ skip }) => {
  if (!isRoot) skip('needs root');
  const closed = await directory();
  await chmod(closed, 0o700);
  const data = join(closed, '.data');
  await mkdir(data);
  onTestFinished(() => removePostgres(data));
  const first = await start(data);
  await ask(first.url, 'create table kept as select 1 as one');
  await first.stop();
  expect(existsSync(join(data, 'postgres'))).toBe(false);

  // The clone moves: its data must not stay behind.
  const moved = join(closed, 'moved');
  await rename(data, moved);
  onTestFinished(() => removePostgres(moved));
  const second = await start(moved);
  expect(await ask(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  await second.stop();
  expect(existsSync(await externalHome(moved))).toBe(true);
});

test('as an ordinary user', async ({ skip }) => {
  if (!isRoot) return; // Then every test here runs as one.
  const nobody = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' });
  if (nobody.status !== 0) skip('there is no user nobody on this machine');
  const uid = Number(nobody.stdout);
  const reads = spawnSync(
    process.execPath,
    ['--eval', `require('fs').readFileSync(${JSON.stringify(import.meta.filename)})`],
    {
      uid,
      gid: uid,
    },
  );
  if (reads.status !== 0) skip('the user nobody cannot read this clone');
  const data = await directory();
  await chmod(data, 0o777);
  const child = await starter(data, { uid, gid: uid });
  expect((await stat(join(data, 'postgres/data'))).uid).toBe(uid);
  await killed(child, 'SIGTERM');
  expect(await postmasterOf(join(data, 'postgres/data'))).toBeUndefined();
});
