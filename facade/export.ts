import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './values.ts';

/** Exports of a learner's data as streamed files (decision 51). */

export interface ExportedFile {
  /** Of letters, digits, dots and hyphens. */
  readonly fileName: string;
  /** Pieces of the file; each is produced when the one before was consumed. */
  readonly content: AsyncIterable<string>;
}

const File = z.custom<ExportedFile>();

export const exportHistory = endpoint({
  name: 'exportHistory',
  method: 'GET',
  path: '/export/history.jsonl',
  served: 'query',
  callers: signedIn,
  summary:
    "The caller's whole history, oldest first, one JSON object a line; lines as in /history-export.schema.json.",
  media: 'application/jsonl',
  reply: File,
});

export const exportVocabulary = endpoint({
  name: 'exportVocabulary',
  method: 'GET',
  path: '/export/vocabulary.csv',
  served: 'query',
  callers: signedIn,
  summary: "The caller's vocabulary as a table (CSV).",
  media: 'text/csv',
  reply: File,
});

export const exportAnki = endpoint({
  name: 'exportAnki',
  method: 'GET',
  path: '/export/anki.txt',
  served: 'query',
  callers: signedIn,
  summary:
    "The caller's vocabulary as notes for Anki, each with a sentence the caller has read. Ids stay the same from export to export.",
  media: 'text/plain',
  reply: File,
});
