/**
 * Writes the JSON Schema of a line of a history export, which the app serves beside its pages (docs/export.md). It is made
 * of facade/history-lines.ts (`npm run history-schema`), and a spec fails when the file is out of date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { HistoryLine } from '../facade/history-lines.ts';

export const historySchemaFile = join(
  import.meta.dirname,
  '..',
  'web',
  'public',
  'history-export.schema.json',
);

export function historySchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(HistoryLine, { io: 'output' });
  const title = 'A line of a history export of Camino, version 1';
  return `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`;
}

if (import.meta.filename === process.argv[1]) {
  writeFileSync(historySchemaFile, historySchema());
  console.log(`wrote ${historySchemaFile}`);
}
