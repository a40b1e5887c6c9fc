import { mkdir } from 'node:fs/promises';
import { type Configuration, configurationFrom, Misconfigured } from './configuration.ts';
import { claim } from './one-start.ts';
import { logins } from './sandbox/logins.ts';
import { type Running, start } from './start.ts';

/** `npm start`: one process with the roles configured, until Ctrl-C or SIGTERM. */

const configuration = read();
await mkdir(configuration.dataDirectory, { recursive: true });
// With a database of its own the data directory belongs to one process; others may run beside each other.
const claimed =
  configuration.databaseUrl === undefined ? await claim(configuration.dataDirectory) : undefined;
if (claimed?.taken) {
  console.error(
    `Camino runs already${claimed.address ? ` at ${claimed.address}` : ' (it is still starting)'}.`,
  );
  process.exit(1);
}

const starting = start(configuration);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

try {
  const running = await starting;
  claimed?.tell(running.address);
  if (!stopping) greet(running);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** The first signal stops in good order, a second one at once. */
async function stop(): Promise<void> {
  if (stopping) process.exit(130);
  stopping = true;
  console.log('\nStopping …');
  try {
    await (await starting).stop();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
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

function greet({ address, mailbox }: Running): void {
  const lines = [`Camino is ready at ${configuration.publicUrl ?? address}`];
  if (!configuration.production) {
    for (const { username, password, roles } of logins)
      lines.push(`  ${roles.includes('admin') ? 'admin  ' : 'learner'}  ${username} / ${password}`);
  }
  if (mailbox) lines.push(`  mail     ${mailbox}`);
  lines.push(`  ${(process.uptime()).toFixed(1)} s to start; Ctrl-C stops it`);
  console.log(lines.join('\n'));
}
