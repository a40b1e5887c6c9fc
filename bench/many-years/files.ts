import { exportAnki, exportHistory, exportVocabulary } from '../../facade/export.ts';
import { matchWordList, previewImport } from '../../facade/import.ts';
import { median } from '../measure.ts';
import { FRAGMENTS, spelled, stemId } from './books.ts';

const ROUNDS = 3;
/** Lines of a list, near the most that are allowed. */
const LINES = 19_000;

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** What is downloaded, and what an import shows before it is confirmed, by what it is. */
function asked(language: string): Readonly<Record<string, Asked>> {
  const words = Array.from({ length: LINES }, (_, rank) => `${spelled(stemId(rank))}ar`);
  const list = (text: string): Asked => ({
    method: 'POST',
    path: matchWordList.path,
    body: { languageId: language, text },
  });
  const rows = (separator: string) => words.map(word => `${word}${separator}meaning of ${word}`).join('\n');
  const fragments = Array.from({ length: FRAGMENTS - 100 }, (_, rank) => ({
    fragmentId: stemId(rank),
    level: 'IV',
    credited: false,
  }));
  return {
    'export: history, JSONL': { method: 'GET', path: exportHistory.path },
    'export: vocabulary, CSV': { method: 'GET', path: exportVocabulary.path },
    'export: notes for Anki': { method: 'GET', path: exportAnki.path },
    [`import: preview of ${LINES} words, CSV`]: list(`word,meaning\n${rows(',')}`),
    [`import: preview of ${LINES} words, Anki`]: list(`#separator:tab\n#html:false\n${rows('\t')}`),
    [`import: preview of ${fragments.length} levels`]: {
      method: 'POST',
      path: previewImport.path,
      body: { languageId: language, fragments },
    },
  };
}

/** Milliseconds until the first and the last byte of each reply, over HTTP. */
export async function timeFiles(app: string, token: string, language: string): Promise<void> {
  for (const [what, { method, path, body }] of Object.entries(asked(language))) {
    const times: number[] = [];
    const begins: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      const reply = await fetch(app + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!reply.ok || !reply.body)
        throw new Error(`${path}: ${reply.status} ${(await reply.text()).slice(0, 200)}`);
      size = 0;
      let first: number | undefined;
      for await (const piece of reply.body) {
        first ??= performance.now() - began;
        size += piece.length;
      }
      begins.push(first ?? Number.NaN);
      times.push(performance.now() - began);
    }
    console.log(
      `${what.padEnd(42)} ${median(times).toFixed(0).padStart(5)} ms (first byte ${median(begins).toFixed(0).padStart(5)} ms), ${(size / 1000).toFixed(0)} kB`,
    );
  }
}
