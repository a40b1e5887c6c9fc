import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDirectory } from './data-directory-lock.ts';

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'camino-claim-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('the second to claim a data directory hears the address of the first', async () => {
  const data = directory();
  const first = await lockDataDirectory(data);
  expect(await lockDataDirectory(data)).toEqual({ taken: true, address: '' });
  if (!first.taken) first.announce('http://localhost:3000');
  expect(await lockDataDirectory(data)).toEqual({ taken: true, address: 'http://localhost:3000' });
  expect((await lockDataDirectory(directory())).taken).toBe(false);
});

test('the lock of a process that was killed is free', async () => {
  const data = directory();
  const program = `
    const { lockDataDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'data-directory-lock.ts'))});
    console.log((await lockDataDirectory(${JSON.stringify(data)})).taken);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const [said] = await once(holder.stdout, 'data');
  expect(String(said)).toBe('false\n');
  expect((await lockDataDirectory(data)).taken).toBe(true);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect((await lockDataDirectory(data)).taken).toBe(false);
});
