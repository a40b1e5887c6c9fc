import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from './settings.ts';

test('the README lists every setting as it is', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const { name, default: usual, meaning } of settings) {
    const row = readme.split('\n').find(line => line.startsWith(`| \`${name}\` |`));
    expect(row, name).toContain(usual);
    expect(row, name).toContain(meaning);
  }
});
