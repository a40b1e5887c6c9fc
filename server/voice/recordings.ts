import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Where people put recordings (docs/authoring.md). Those of words are public files of the web app as well. */
export const recordings = {
  words: join(root, 'web', 'public', 'spanish-words'),
  sentences: join(root, 'library', 'recordings'),
} as const;
