import { mkdir } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Configuration, InvalidConfiguration, readConfiguration } from './configuration.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import type { Running } from './start.ts';

/** `npm start`: one process with the configured roles, until Ctrl-C or SIGTERM. */

const configuration = read();
await mkdir(configuration.dataDirectory, { recursive: true }).catch(fail);
// An embedded database belongs to one process. Processes with a configured database may share a data directory.
const lock =
  configuration.databaseUrl === undefined
    ? await lockDataDirectory(configuration.dataDirectory).catch(fail)
    : undefined;
if (lock?.taken) {
  console.error(`Camino runs already${lock.address ? ` at ${lock.address}` : ' (it is still starting)'}.`);
  process.exit(1);
}

// Without the cache, compiling would take most of the time of every start.
enableCompileCache(join(configuration.dataDirectory, 'compiled'));
const [{ start }, logger] = await Promise.all([
  import('./start.ts'),
  import('./logging/logger.ts').then(({ openLogger }) => openLogger(configuration)),
]);

const starting = start(configuration, logger);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
process.on('uncaughtException', error => {
  logger.fatal({ err: error }, 'an unexpected error; the process stops');
  void stop(1);
});

const running = await starting.catch(fail);
lock?.announce(configuration.publicUrl ?? running.address);
if (!stopping) greet(running);
// The first flush blocks for about a second. In production it happens when the process ends.
if (!configuration.production) flushCompileCache();

/**
 * The first call stops in order, the second at once; the next start then adopts the embedded database that is still
 * running. After an unexpected error there is no grace time.
 */
async function stop(code: 0 | 1): Promise<void> {
  if (stopping) process.exit(130);
  stopping = true;
  say('Stopping …');
  await starting.then(({ stop }) => stop(code === 0 ? configuration.drainSeconds : 0)).catch(fail);
  process.exit(code);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function read(): Configuration {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}

/** Lines for the person at the terminal; in production they are lines of the log. */
function say(...lines: readonly string[]): void {
  if (configuration.production) for (const line of lines) logger.info(line.trim());
  else console.log(lines.join('\n'));
}

function greet({ address, logins, mailbox }: Running): void {
  say(
    `Camino is ready at ${configuration.publicUrl ?? address}`,
    ...logins.map(
      ({ username, password, roles }) =>
        `  ${roles.includes('admin') ? 'admin  ' : 'learner'}  ${username} / ${password}`,
    ),
    ...(mailbox ? [`  mail     ${mailbox}`] : []),
    `  ${process.uptime().toFixed(1)} s to start; Ctrl-C stops it`,
  );
}
