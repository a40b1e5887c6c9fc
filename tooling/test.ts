/**
 * `npm test`: everything, cheapest first: types, lint, import rule, specification ledger, library, the build and unit tests
 * side by side, then tests on a real Postgres beside browser tests. Stops after the first stage with a failure and always
 * ends with one line: N passed, N failed, N skipped.
 *
 * `npm test -- <path or words>… [--watch]`: only the tests whose file path or name contains what is given.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Counts } from './testing/counts.ts';
import { selection } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const script = (...path: string[]) => [process.execPath, join(root, ...path)] as const;

/** When what a program prints is shown: by itself in the terminal, beside another one, or all of it at its end. */
type Show = 'alone' | 'as it comes' | 'when done';

interface Result {
  readonly counts: Counts;
  /** What it printed, when that is shown at its end. */
  readonly output: string;
}

interface Check {
  readonly name: string;
  readonly run: (show: Show) => Promise<Result>;
}

interface Stage {
  readonly show: Show;
  readonly checks: readonly Check[];
}

/** Runs a program; resolves with whether it succeeded, and with what it printed when that is shown at its end. */
async function runProgram(
  [file, ...parameters]: readonly [string, ...string[]],
  show: Show,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ succeeded: boolean; output: string }> {
  const color = show !== 'alone' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(file, parameters, {
    cwd: root,
    stdio: show === 'alone' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...color, ...environment },
  });
  const ended = new Promise<boolean>(resolve => {
    child.once('error', error => {
      console.error(error.message);
      resolve(false);
    });
    child.once('close', code => resolve(code === 0));
  });
  if (show === 'as it comes') {
    child.stdout?.pipe(process.stdout, { end: false });
    child.stderr?.pipe(process.stderr, { end: false });
    return { succeeded: await ended, output: '' };
  }
  const printed = await Promise.all([child.stdout, child.stderr].map(stream => (stream ? text(stream) : '')));
  return { succeeded: await ended, output: printed.join('') };
}

function check(name: string, ...command: readonly [string, ...string[]]): Check {
  return {
    name,
    run: async show => {
      const { succeeded, output } = await runProgram(command, show);
      return { output, counts: { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: [] } };
    },
  };
}

function vitest(name: string, projects: readonly string[] = [name]): Check {
  return { name, run: show => runVitest(['run', ...projects.map(one => `--project=${one}`)], show) };
}

/** Runs vitest and counts its tests. */
async function runVitest(
  parameters: readonly string[],
  show: Show,
): Promise<Result & { succeeded: boolean }> {
  const directory = mkdtempSync(join(tmpdir(), 'camino-counts-'));
  const file = join(directory, 'counts.json');
  const reporters = ['default', join(root, 'tooling', 'testing', 'counts.ts')];
  const { succeeded, output } = await runProgram(
    [bin('vitest'), ...parameters, ...reporters.map(name => `--reporter=${name}`)],
    show,
    { COUNTS_FILE: file },
  );
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
    // A set-up that fails, or a run without tests, leaves nothing to count.
    return { succeeded, output, counts: succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 } };
  } catch {
    console.error('The tests ended without a result.');
    return { succeeded: false, output, counts: { passed: 0, failed: 1, skipped: [] } };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The checks of a stage run side by side. */
const stages: readonly Stage[] = [
  {
    show: 'when done',
    checks: [
      check('types', bin('tsc'), '--noEmit'),
      check('lint', bin('biome'), 'check', '.', '--diagnostic-level=error'),
      check('import rule', ...script('tooling', 'imports.ts')),
      check('specification ledger', ...script('tooling', 'specification.ts')),
      check('library', ...script('library', 'cli.ts'), 'check'),
      // Once, before several applications that need it start at the same time.
      check('build', ...script('server', 'build.ts')),
      vitest('unit', ['unit', 'component']),
    ],
  },
  // Each waits for something most of the time: together they keep the processors busy.
  { show: 'as it comes', checks: [vitest('integration'), vitest('browser')] },
];

async function runAll(): Promise<number> {
  let passed = 0;
  let failed = 0;
  const skipped: string[] = [];
  const began = performance.now();
  for (const { show, checks } of stages) {
    await Promise.all(
      checks.map(async ({ name, run }) => {
        const began = performance.now();
        const { counts, output } = await run(show);
        passed += counts.passed;
        failed += counts.failed;
        skipped.push(...counts.skipped);
        if (show === 'when done') console.log(`\n== ${name}\n${output.trimEnd()}`);
        console.log(`== ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
      }),
    );
    if (failed > 0) break;
  }
  for (const line of skipped) console.log(`skipped: ${line}`);
  console.log(`in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed > 0 ? 1 : 0;
}

async function runSelected(given: readonly string[]): Promise<number> {
  const specs = globSync('**/*.spec.{ts,tsx}', { cwd: root, exclude: ['node_modules/**', '.data/**'] });
  const { watch, files, names } = selection(given, specs);
  const { succeeded, counts } = await runVitest(
    [watch ? 'watch' : 'run', ...files, ...(names === undefined ? [] : ['--testNamePattern', names])],
    'alone',
  );
  const { passed, failed, skipped } = counts;
  if (!watch && passed + failed + skipped.length === 0) {
    console.error(`Nothing was run: no test matches ${given.join(' ')}`);
    return 1;
  }
  return succeeded ? 0 : 1;
}

const given = process.argv.slice(2);
process.exitCode = given.length > 0 ? await runSelected(given) : await runAll();
