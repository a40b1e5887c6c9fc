import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from './settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rows = readme.split('\n').filter(line => /^\| `[A-Z_]+` \|/.test(line));

test('the README lists every setting as it is, and no other', () => {
  expect(rows.map(row => row.split('`')[1])).toEqual(settings.map(({ name }) => name));
  for (const { name, default: usual, meaning } of settings) {
    const row = rows.find(line => line.startsWith(`| \`${name}\` |`));
    expect(row, name).toContain(usual);
    expect(row, name).toContain(meaning);
  }
});
