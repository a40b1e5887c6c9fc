import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpointsWithoutSchemas } from './endpoints.ts';

const facade = join(import.meta.dirname, '../../facade');
const load = async (file: string): Promise<string | undefined> => {
  const { load } = endpointsWithoutSchemas();
  if (typeof load !== 'function') throw new Error('the plugin loads nothing');
  const loaded = await load.call({} as never, join(facade, file));
  return typeof loaded === 'object' && loaded ? loaded.code : undefined;
};

test('an endpoint is its name, method, path and process; constants beside it stay, schemas do not', async () => {
  const books = await load('books.ts');
  expect(books).toContain(
    'export const book = {"name":"book","method":"GET","path":"/books/:id","served":"query"};',
  );
  expect(books).toContain('export const answerFiles = ["WordAnswers",');
  expect(books).not.toContain('WordInstance =');
  expect(await load('own-account.ts')).toContain('export const recentLoginRequired = "');
});

test('a file without endpoints is loaded as it is', async () => {
  expect(await load('endpoint.ts')).toBeUndefined();
  expect(await load('values.ts')).toBeUndefined();
});
