import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';
import { aloneCommand } from './selection.ts';

/** What `npm test` adds up. */
export interface Counts {
  readonly passed: number;
  /** Tests that failed, and what kept tests from running: a file that does not load, an error outside of any test. */
  readonly failed: number;
  /** One line each: the test and why it was skipped. */
  readonly skipped: readonly string[];
}

/**
 * A vitest reporter that writes the counts of a run, reasons included, into the file named by `COUNTS_FILE`, and says how
 * each test that failed is run alone.
 */
export default class CountsReporter implements Reporter {
  /** Only tests with such names were asked for. */
  private named: RegExp | undefined;

  onInit(vitest: Vitest): void {
    this.named = vitest.getGlobalTestNamePattern();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['COUNTS_FILE'];
    if (file) writeFileSync(file, JSON.stringify(countsOf(modules, unhandled.length, this.named)));
    const failed = modules.flatMap(module =>
      [...module.children.allTests('failed')].map(test =>
        // One that builds on those before it is run with them.
        aloneCommand(module.relativeModuleId, test.meta().inOrder ? undefined : nameOf(test)),
      ),
    );
    const lines = [...new Set(failed)].map(line => `  ${line}`);
    if (lines.length > 0) console.log(`\nTo run what failed alone:\n${lines.join('\n')}`);
  }
}

function countsOf(modules: readonly TestModule[], unhandled: number, named: RegExp | undefined): Counts {
  const tests = modules
    .flatMap(module => [...module.children.allTests()])
    .filter(test => named?.test(nameOf(test)) ?? true);
  const inState = (state: string) => tests.filter(test => test.result().state === state);
  const suites = modules.flatMap(module => [module, ...module.children.allSuites()]);
  const broken = suites.filter(suite => suite.errors().length > 0).length;
  return {
    passed: inState('passed').length,
    failed: inState('failed').length + broken + unhandled,
    skipped: [...inState('skipped'), ...inState('pending')].map(explain),
  };
}

/** As vitest compares it with a pattern: after the names of its suites. */
const nameOf = ({ fullName }: TestCase) => fullName.replaceAll(' > ', ' ');

function explain(test: TestCase): string {
  const result = test.result();
  const reason = result.state === 'skipped' ? result.note : 'it did not end';
  return `${test.module.relativeModuleId} > ${test.fullName}: ${reason ?? (test.options.mode === 'todo' ? 'to be written' : 'no reason given')}`;
}
