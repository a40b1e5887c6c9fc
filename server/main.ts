import { mkdir } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Configuration, configurationFrom, Misconfigured } from './configuration.ts';
import { claim } from './one-start.ts';
import type { Running } from './start.ts';

/** `npm start`: one process with the roles configured, until Ctrl-C or SIGTERM. */

const configuration = read();
await mkdir(configuration.dataDirectory, { recursive: true }).catch(fail);
// With a database of its own the data directory belongs to one process; others may run beside each other.
const claimed =
  configuration.databaseUrl === undefined ? await claim(configuration.dataDirectory).catch(fail) : undefined;
if (claimed?.taken) {
  console.error(
    `Camino runs already${claimed.address ? ` at ${claimed.address}` : ' (it is still starting)'}.`,
  );
  process.exit(1);
}

// Most of a second start is compiling what was compiled before.
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
claimed?.announce(configuration.publicUrl ?? running.address);
if (!stopping) greet(running);
// It takes a second, the first time, in which nobody is answered; left alone it happens when the process ends.
if (!configuration.production) flushCompileCache();

/**
 * The first time in good order, the second time at once: the embedded database is then adopted by the next start. Nobody
 * is served any longer than needed by a process in which something unexpected happened.
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
    return configurationFrom(process.env);
  } catch (error) {
    if (!(error instanceof Misconfigured)) throw error;
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
