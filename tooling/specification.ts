/**
 * Checks docs/specification.md: every row has a known state, and every file and test it names exists. Run by
 * `npm run lint`; prints what is wrong with its row, and the sum of the states.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const states = ['works', 'partly', 'missing'] as const;

interface Row {
  readonly number: string;
  readonly state: string;
  readonly where: string;
  readonly test: string;
}

export function rowsOf(markdown: string): readonly Row[] {
  return markdown
    .split('\n')
    .filter(line => /^\| \d+\.\d+ \|/.test(line))
    .map(line => {
      const [, number = '', , state = '', where = '', ...test] = line
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim());
      return { number, state, where, test: test.join('|').replace(/\|$/, '').trim() };
    });
}

/** What is wrong with the ledger. @param read the text of a file, `''` of a folder, undefined when there is none */
export function ledgerProblems(
  markdown: string,
  read: (path: string) => string | undefined,
): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { number, state, where, test } of rowsOf(markdown)) {
    const report = (fault: string) => faults.push(`${number}: ${fault}`);
    if (seen.has(number)) report('stands there twice');
    seen.add(number);
    if (!states.some(known => known === state))
      report(`the state '${state}' is none of ${states.join(', ')}`);
    const place = /^`([^`]+)`$/.exec(where)?.[1];
    if (place === undefined || read(place) === undefined) report(`there is no ${where || 'place'}`);
    if (test === '-') continue;
    const [, file = '', , name] = /^`([^`]+\.spec\.tsx?)`(: (.+))?$/.exec(test) ?? [];
    const text = read(file);
    if (!text) report(`there is no test file ${file || test}`);
    else if (name !== undefined && !text.includes(name)) report(`${file} has no test '${name}'`);
  }
  return faults;
}

if (import.meta.filename === process.argv[1]) {
  const markdown = readFileSync(join(root, 'docs', 'specification.md'), 'utf8');
  const faults = ledgerProblems(markdown, path => {
    const whole = join(root, path);
    if (!existsSync(whole)) return undefined;
    return /\.spec\.tsx?$/.test(path) ? readFileSync(whole, 'utf8') : '';
  });
  for (const fault of faults) console.error(`docs/specification.md ${fault}`);
  const rows = rowsOf(markdown);
  const sums = states.map(state => `${rows.filter(row => row.state === state).length} ${state}`);
  const held = rows.filter(({ test }) => test !== '-').length;
  console.log(
    `Specification: ${rows.length} rows, ${sums.join(', ')}; ${held} held by a test; ${faults.length} faults`,
  );
  process.exit(faults.length ? 1 : 0);
}
