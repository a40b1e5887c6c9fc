import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { installedBinaries, programPath } from './binaries.ts';
import {
  type Credentials,
  credentialsOf,
  databaseName,
  roleName,
  saveCredentials,
  urlOf,
} from './credentials.ts';
import { type ClusterLocation, chooseLocation, externalHome } from './location.ts';
import { freePort } from './port.ts';
import { pidFile, postmasterOf, stopPostmaster } from './postmaster.ts';
import { databaseUser, type SystemUser, spawnAs } from './user.ts';

export interface EmbeddedPostgres {
  /** The address of the database `camino`, with its superuser. */
  readonly url: string;
  /** The server was already running, left by an app that was killed. */
  readonly adopted: boolean;
  /** Stops the server and waits for it; it must be the last thing to stop. */
  readonly stop: () => Promise<void>;
}

interface Options {
  /** The project's data directory (.data): holds the credentials and, when possible, the cluster. */
  readonly directory: string;
  /** For tests: fast and not durable, with many connections. */
  readonly throwaway?: true;
  /** Takes a line for the operator when the server died and was started again. */
  readonly report?: (line: string) => void;
}

interface Server extends ClusterLocation, Options {
  readonly user: SystemUser | undefined;
}

/** How often to check that the server runs, in milliseconds. */
const WATCH_INTERVAL = 500;

/**
 * Starts the PostgreSQL server of a data directory, or adopts the one that is running; the first time it makes the cluster.
 * The server runs in a session of its own, so that Ctrl-C in a terminal does not reach it, and it is started again on the
 * same port when it ends unexpectedly.
 * @throws Error with one clear line that includes the server's own reason
 */
export async function embeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  await mkdir(options.directory, { recursive: true });
  const binaries = installedBinaries();
  const outside = process.getuid?.() === 0 ? await externalHome(options.directory) : undefined;
  const known = outside && existsSync(outside) ? outside : join(options.directory, 'postgres');
  const user = await databaseUser(join(known, 'data'));
  let credentials = await credentialsOf(options.directory);
  const location = await chooseLocation(options.directory, binaries, user, credentials.home);
  const server: Server = { ...options, ...location, user };
  if (location.home !== credentials.home) {
    credentials = { ...credentials, home: location.home };
    await saveCredentials(options.directory, credentials);
  }
  const adopted = await adopt(server);
  const port = adopted ?? (await startServer(server, credentials.port));
  if (port !== credentials.port) {
    credentials = { ...credentials, port };
    await saveCredentials(options.directory, credentials);
  }
  await checkIdentity(server, credentials, port);

  const watch = keepRunning(server, port);
  return {
    url: urlOf(credentials, port),
    adopted: adopted !== undefined,
    stop: async () => {
      await watch.end();
      await stopPostmaster(server.data);
    },
  };
}

/** Removes everything `embeddedPostgres` made for a data directory, the running server included. */
export async function removePostgres(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  for (const home of [join(directory, 'postgres'), await externalHome(directory)]) {
    await stopPostmaster(join(home, 'data'));
    await rm(home, { recursive: true, force: true });
  }
  await rm(join(directory, 'postgres.json'), { force: true });
}

/** The port of the server that already runs on our data, ready; undefined when none does. */
async function adopt({ data }: Server): Promise<number | undefined> {
  const running = await postmasterOf(data);
  if (!running) return undefined;
  // The clone was moved while the server was running; it cannot continue.
  if (running.data !== data) await stopPostmaster(data);
  const end = Date.now() + 60_000;
  for (;;) {
    const now = await postmasterOf(data);
    if (!now) return undefined;
    if (now.status === 'ready') return now.port;
    if (Date.now() > end) throw new Error(`the database on ${data} is '${now.status}' for a minute`);
    await wait(10);
  }
}

async function startServer(server: Server, remembered: number | undefined): Promise<number> {
  if (!existsSync(join(server.data, 'PG_VERSION'))) await initialise(server);
  await checkVersion(server);
  let port = await freePort(remembered);
  for (let attempt = 1; ; attempt++) {
    // The pid file of a server that has ended: its pid may belong to another program now.
    if (!(await postmasterOf(server.data))) await rm(pidFile(server.data), { force: true });
    const refusal = await launch(server, port);
    if (refusal === undefined) return port;
    // An app that was killed during its start may have left a starting server.
    const other = await adopt(server);
    if (other !== undefined) return other;
    if (attempt === 5) throw new Error(`the embedded database did not start: ${refusal}`);
    // Another program took the port, or processes of a killed server are still ending.
    if (/bind|address/i.test(refusal)) port = await freePort();
    await wait(200 * attempt);
  }
}

/** Makes the cluster in a temporary directory and moves it to its location when it is complete. */
async function initialise(server: Server): Promise<void> {
  const { password } = await credentialsOf(server.directory);
  for (const entry of await readdir(server.home))
    if (/^(data-unfinished|password)/.test(entry))
      await rm(join(server.home, entry), { recursive: true, force: true, maxRetries: 5 });
  // The name is unique, because an initdb of a killed process may still be writing.
  const unfinished = join(server.home, `data-unfinished-${process.pid}`);
  const passwordFile = join(server.home, `password-${process.pid}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (server.user) await chown(passwordFile, server.user.uid, server.user.gid);
  const child = spawn(
    programPath(server.binaries, 'initdb'),
    [
      ...['-D', unfinished, '--username', roleName, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...[
        '--encoding',
        'UTF8',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--locale',
        'C',
      ],
      ...(server.throwaway ? ['--no-sync', '--set', 'scram_iterations=1'] : []),
    ],
    { ...spawnAs(server.user, server.home), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr?.on('data', chunk => {
    said += chunk;
  });
  const code = await exitOf(child);
  await rm(passwordFile, { force: true });
  if (code !== 0)
    throw new Error(`the embedded database could not be made: ${said.trim() || `initdb ended with ${code}`}`);
  await rename(unfinished, server.data);
}

async function checkVersion({ data, binaries }: Server): Promise<void> {
  const has = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (binaries.version.split('.')[0] !== has)
    throw new Error(
      `${data} was written by PostgreSQL ${has}, installed is ${binaries.version}: dump it with the old version and restore it`,
    );
}

/** Starts the server process. Returns undefined when it is ready, or the reason why it ended. */
async function launch(server: Server, port: number): Promise<string | undefined> {
  const log = join(server.directory, 'postgres.log');
  // A large log is started anew: only its last lines matter.
  const size = await stat(log).then(
    ({ size }) => size,
    () => 0,
  );
  const file = await open(log, size > 5_000_000 ? 'w' : 'a', 0o600);
  const from = (await file.stat()).size;
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // Details of errors quote rows: 'Key (email)=(…) already exists'.
    log_error_verbosity: 'terse',
    ...(server.throwaway && {
      max_connections: '300',
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
    }),
  };
  const child = spawn(
    programPath(server.binaries, 'postgres'),
    [
      '-D',
      server.data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...spawnAs(server.user, server.home), detached: true, stdio: ['ignore', file.fd, file.fd] },
  );
  child.unref();
  let ended = false;
  const end = exitOf(child).finally(() => {
    ended = true;
  });
  end.catch(() => {});
  try {
    while (!ended) {
      const running = await postmasterOf(server.data);
      if (running && running.pid === child.pid && running.status === 'ready') return undefined;
      await wait(5);
    }
    await end;
    const said = (await readFile(log, 'utf8')).slice(from);
    return (
      /(?:FATAL|ERROR|PANIC):\s*(.*)/.exec(said)?.[1] ??
      (said.trim().slice(-300) || 'it ended without a word')
    );
  } finally {
    await file.close();
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

/** Checks that the server is the one of our cluster and takes our password; creates the database the first time. */
async function checkIdentity({ data }: Server, credentials: Credentials, port: number): Promise<void> {
  const connect = async (database: string) => {
    const client = new pg.Client({ connectionString: urlOf(credentials, port, database) });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const client = await connect(databaseName).catch(async (error: { code?: string; message: string }) => {
    if (error.code === '28P01')
      throw new Error(
        `the database on ${data} does not take the password in postgres.json of the data directory`,
      );
    if (error.code !== '3D000') throw error;
    const first = await connect('postgres');
    await first.query(`create database ${databaseName}`);
    await first.end();
    return connect(databaseName);
  });
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  if (rows[0]?.data_directory !== data)
    throw new Error(`the database on port ${port} is not the one of ${data}`);
}

/** Starts the server again, on its port, whenever it is gone. */
function keepRunning(server: Server, port: number): { end: () => Promise<void> } {
  const stopping = new AbortController();
  const { report = console.error } = server;
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await wait(WATCH_INTERVAL, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted || (await postmasterOf(server.data))) continue;
      report('The embedded database ended unexpectedly; it is started again.');
      await rm(pidFile(server.data), { force: true });
      const refusal = await launch(server, port).catch(String);
      if (refusal !== undefined) report(`The embedded database did not start: ${refusal}`);
    }
  };
  const running = loop();
  return {
    end: async () => {
      stopping.abort();
      await running;
    },
  };
}
