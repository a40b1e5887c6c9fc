import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Opaque ids of forgotten accounts, one a line, in a file outside the database: its backup must not bring them back.
 * @param path made when it is first needed
 */
export function forgottenFile(path: string) {
  return {
    /** On disk when it resolves. */
    remember: async (id: string): Promise<void> => {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a', 0o600);
      try {
        // A line that a crash cut short ends here, and takes no other id with it.
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
      // A line that a crash cut short is nobody's id.
      return [...new Set(text.split('\n').filter(line => /^[0-9a-f]{32}$/.test(line)))];
    },
  };
}
