/**
 * `npm test`: types, lint, unit tests, tests on a real Postgres, browser tests; cheapest first. Stops behind the first
 * stage that fails and always ends with one line: N passed, N failed, N skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Stage {
  readonly name: string;
  readonly run: () => Counts;
}

function command(program: string, parameters: readonly string[]): boolean {
  const { status, error } = spawnSync(program, parameters, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  return status === 0;
}

const check = (program: string, ...parameters: string[]): Counts =>
  command(program, parameters) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function vitest(project: string): Counts {
  const directory = mkdtempSync(join(tmpdir(), 'camino-report-'));
  const file = join(directory, 'report.json');
  try {
    const succeeded = command(bin('vitest'), [
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const counts = {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
    for (const { assertionResults } of report.testResults)
      for (const { status, fullName } of assertionResults)
        if (status === 'skipped' || status === 'pending') console.log(`skipped: ${fullName}`);
    // A file that does not load, or a set-up that fails, has no test to count.
    if (!(succeeded && report.success) && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
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

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const { name, run } of stages) {
  const began = performance.now();
  console.log(`\n== ${name}`);
  const counts = run();
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  console.log(`== ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (counts.failed > 0) break;
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
