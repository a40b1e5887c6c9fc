/**
 * `npm run bench [-- log sentences commands http accounts projections payments level-policy class learner weight interactions
 * lighthouse library]`: all benchmarks, or those named, each in a process with a Postgres and a time limit of its own. Ends with a
 * table.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedPostgres, removePostgres } from '../server/postgres/postgres.ts';
import { type Bench, benches } from './benches.ts';

/** Seconds that an interrupted benchmark has to stop what it started; then it is killed. */
const GRACE = 20;

const chosen = process.argv.slice(2);
const unknown = chosen.filter(name => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

/** Aborted at Ctrl-C. A second one ends everything at once. */
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log('\nStopping …');
    interrupt.abort();
  });

const names = Object.keys(benches).filter(name => chosen.length === 0 || chosen.includes(name));
const results: { benchmark: string; seconds: number; outcome: string }[] = [];
for (const [index, name] of names.entries()) {
  if (interrupt.signal.aborted) break;
  const bench = benches[name] as Bench;
  console.log(
    `\n${name} (${index + 1} of ${names.length}, at most ${bench.minutes} minutes): subject / baseline`,
  );
  const began = performance.now();
  const outcome = await runOnOwnPostgres(name, bench);
  results.push({ benchmark: name, seconds: Math.round((performance.now() - began) / 1_000), outcome });
}
console.log('');
console.table(results);
if (interrupt.signal.aborted) process.exitCode = 130;
else if (results.some(({ outcome }) => outcome !== 'done')) process.exitCode = 1;

/** Durable as in production: fsync is on. What it leaves in the temporary directory is removed with it. */
async function runOnOwnPostgres(name: string, bench: Bench): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-bench-'));
  const server = await embeddedPostgres({ directory });
  try {
    return await runWithin(name, bench, server.url, directory);
  } finally {
    await server.stop();
    // A benchmark that was stopped may have left an app's own.
    for (const entry of await readdir(directory))
      if (entry.startsWith('camino-')) await removePostgres(join(directory, entry));
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** In a process group of its own, so that everything it started ends with it. */
async function runWithin(
  name: string,
  { minutes }: Bench,
  databaseUrl: string,
  directory: string,
): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-one.ts'), name, databaseUrl], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, TMPDIR: directory, ...(names.length > 1 && { BENCH_SHORT: 'yes' }) },
  });
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended.
    }
  };
  const ended = once(child, 'exit').then(([code]) => (code === 0 ? 'done' : `failed (${code})`));
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, interrupt.signal]);
  const late = pause(minutes * 60_000, `stopped after ${minutes} minutes`, { signal }).catch(() => 'stopped');
  const outcome = await Promise.race([ended, late]);
  over.abort();
  kill('SIGTERM');
  await Promise.race([ended, pause(GRACE * 1_000, undefined, { ref: false })]);
  kill('SIGKILL');
  await ended;
  return outcome;
}
