/** `npm run bench [-- log commands http projections weight]`: all measures, or those named, on a Postgres of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedPostgres, removePostgres } from '../server/postgres/postgres.ts';
import * as commands from './commands.ts';
import * as http from './http.ts';
import * as log from './log.ts';
import * as projections from './projections.ts';
import * as weight from './weight.ts';

const benches: Readonly<Record<string, { run: (url: string) => Promise<void> }>> = {
  log,
  commands,
  http,
  projections,
  weight,
};
const chosen = process.argv.slice(2);

for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  // Durable as in production: fsync is on.
  const directory = await mkdtemp(join(tmpdir(), 'camino-bench-'));
  const server = await embeddedPostgres({ directory });
  try {
    console.log(`\n${name}: subject / baseline`);
    await bench.run(server.url);
  } finally {
    await server.stop();
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true });
  }
}
