/** `npm run bench [-- log sentences commands http accounts projections payments class learner weight interactions lighthouse library]`: all measures, or those named, on a Postgres of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedPostgres, removePostgres } from '../server/postgres/postgres.ts';
import * as accounts from './accounts.ts';
import * as madeUpClass from './class.ts';
import * as commands from './commands.ts';
import * as http from './http.ts';
import * as interactions from './interactions.ts';
import * as learner from './learner.ts';
import * as library from './library.ts';
import * as lighthouse from './lighthouse.ts';
import * as log from './log.ts';
import * as payments from './payments.ts';
import * as projections from './projections.ts';
import * as sentences from './sentences.ts';
import * as weight from './weight.ts';

const benches: Readonly<Record<string, { run: (url: string) => Promise<void> }>> = {
  log,
  sentences,
  commands,
  http,
  accounts,
  projections,
  payments,
  class: madeUpClass,
  learner,
  weight,
  interactions,
  lighthouse,
  library,
};
const chosen = process.argv.slice(2);

/** Rejects at Ctrl-C. The database is in a process group of its own: it is stopped from here; a second one ends all at once. */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.log('\nStopping …');
      // What is being measured goes on until its connections break.
      process.on('uncaughtException', () => {});
      process.exitCode = 130;
      reject(new Error(signal));
    });
});
interrupted.catch(() => {});

for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  // Durable as in production: fsync is on.
  const directory = await mkdtemp(join(tmpdir(), 'camino-bench-'));
  const server = await embeddedPostgres({ directory });
  try {
    console.log(`\n${name}: subject / baseline`);
    await Promise.race([bench.run(server.url), interrupted]);
  } catch (error) {
    if (process.exitCode !== 130) {
      // The others say their figures all the same.
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  } finally {
    await server.stop();
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true });
  }
  if (process.exitCode === 130) process.exit();
}
// What a failed one has left open does not keep the process.
if (process.exitCode) process.exit();
