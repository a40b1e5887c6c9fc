/**
 * `npm test`: types, lint, unit tests, tests on a real Postgres, browser tests; cheapest first. Stops behind the first
 * stage that fails and always ends with one line: N passed, N failed, N skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './testing/counts.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

interface Stage {
  readonly name: string;
  readonly run: () => Counts;
}

function command(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): boolean {
  const { status, error } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (error) console.error(error.message);
  return status === 0;
}

const check = (program: string, ...parameters: string[]): Counts =>
  command(program, parameters)
    ? { passed: 1, failed: 0, skipped: [] }
    : { passed: 0, failed: 1, skipped: [] };

function vitest(project: string): Counts {
  const directory = mkdtempSync(join(tmpdir(), 'camino-counts-'));
  const file = join(directory, 'counts.json');
  try {
    const reporter = join(root, 'tooling', 'testing', 'counts.ts');
    const succeeded = command(
      bin('vitest'),
      ['run', `--project=${project}`, '--reporter=default', `--reporter=${reporter}`],
      { COUNTS_FILE: file },
    );
    const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
    // A set-up that fails, or a run without tests, leaves nothing to count.
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    console.error(`The ${project} tests ended without a result.`);
    return { passed: 0, failed: 1, skipped: [] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const stages: readonly Stage[] = [
  { name: 'types', run: () => check(bin('tsc'), '--noEmit') },
  { name: 'lint', run: () => check(bin('biome'), 'check', '.', '--diagnostic-level=error') },
  { name: 'import rule', run: () => check(process.execPath, join(root, 'tooling', 'imports.ts')) },
  { name: 'library', run: () => check(process.execPath, join(root, 'library', 'cli.ts'), 'check') },
  { name: 'unit', run: () => vitest('unit') },
  { name: 'integration', run: () => vitest('integration') },
  { name: 'browser', run: () => vitest('browser') },
];

let passed = 0;
let failed = 0;
const skipped: string[] = [];
for (const { name, run } of stages) {
  const began = performance.now();
  console.log(`\n== ${name}`);
  const counts = run();
  passed += counts.passed;
  failed += counts.failed;
  skipped.push(...counts.skipped);
  console.log(`== ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (failed > 0) break;
}
for (const line of skipped) console.log(`skipped: ${line}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
