import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
const rows = text
  .split('\n')
  .filter(line => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()));

test('the counts of requirements are those of the rows', () => {
  const count = (state: string) => rows.filter(([, , found]) => found === state).length;
  const [met, not, none] = [count('met'), count('not met'), count('n/a')];
  expect(met + not + none).toBe(rows.length);
  expect(text).toContain(`${rows.length} requirements: ${met} met, ${not} not met, ${none} not applicable.`);
});

test('every spec that is named to hold something exists, with the test that is named', () => {
  const named = [...text.matchAll(/\| `([^`]+\.spec\.tsx?)`(?:: ([^|]+?))? \|$/gm)];
  expect(named.length).toBeGreaterThan(50);
  for (const [, short = '', title] of named) {
    const file = join(root, short.replace(/^identity\//, 'command-api/identity/'));
    expect(existsSync(file), short).toBe(true);
    if (title) expect(readFileSync(file, 'utf8'), short).toContain(title);
  }
});
