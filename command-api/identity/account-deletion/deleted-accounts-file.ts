import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The opaque ids of deleted accounts, one per line, in a file outside the database, so that a restored backup does not bring
 * the accounts back.
 * @param path created with its directories on the first write
 */
export function deletedAccountsFile(path: string) {
  return {
    /** On disk when it resolves. */
    remember: async (id: string): Promise<void> => {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a', 0o600);
      try {
        // The leading line break ends a line that a crash cut short.
        await file.appendFile(`\n${id}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    all: async (): Promise<readonly string[]> => {
      const text = await readFile(path, 'utf8').catch(error => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      // A line that a crash cut short is not an id.
      return [...new Set(text.split('\n').filter(line => /^[0-9a-f]{32}$/.test(line)))];
    },
  };
}
