import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deletedAccountsFile } from './deleted-accounts-file.ts';

const first = '0'.repeat(32);
const second = 'f'.repeat(32);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'deleted-accounts-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('a write that was cut short loses no other id', async () => {
  const path = join(directory, 'below', 'accounts');
  const file = deletedAccountsFile(path);
  expect(await file.all()).toEqual([]);
  await file.remember(first);
  await appendFile(path, '\nabc123');
  await file.remember(second);
  await file.remember(first);
  expect(await file.all()).toEqual([first, second]);
});
