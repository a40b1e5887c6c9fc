import {
  historyReader,
  isProblem,
  type Problem,
  type ReadHistory,
} from '../../../domain/vocabulary/history-export.ts';

/** A chosen file: a history export, or a list of words, which the server parses. */
export type ReadFile =
  | { readonly kind: 'history'; readonly history: ReadHistory }
  | { readonly kind: 'list'; readonly text: string }
  | { readonly kind: 'refused'; readonly says: string };

/** Length limit of a list in characters, as in the endpoint. */
const MOST = 1_000_000;
/** Length limit of one line of an export. The longest real line, a change of 20,000 fragments, needs a third of it. */
const LONGEST_LINE = 8_000_000;

const refused = (says: string): ReadFile => ({ kind: 'refused', says: `${says} Nothing was changed.` });

export async function readFile(file: File): Promise<ReadFile> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  // The first bytes of a zip file: Anki, spreadsheets and archives.
  if (start[0] === 0x50 && start[1] === 0x4b) return refused(packed(file.name));
  if (start[0] === 0x1f && start[1] === 0x8b)
    return refused('It is compressed. Unpack it first, and choose the file in it.');
  if (await isHistory(file)) {
    const read = await readHistory(file);
    return isProblem(read) ? refused(problemText(read)) : { kind: 'history', history: read };
  }
  if (file.size > 4 * MOST) return refused('A list of words has at most a megabyte.');
  return listOf(decoded(new Uint8Array(await file.arrayBuffer())));
}

export function listOf(text: string): ReadFile {
  if (text.includes('\0')) return refused('It is no text. A list of words is a CSV or a TXT file.');
  if (text.trim() === '') return refused('It is empty.');
  return text.length > MOST ? refused('A list of words has at most a megabyte.') : { kind: 'list', text };
}

function packed(name: string): string {
  if (/\.(apkg|colpkg)$/i.test(name))
    return 'It is a package of Anki. There choose Export, then Notes in Plain Text (.txt), and bring that file.';
  if (/\.(xlsx|ods|numbers)$/i.test(name))
    return 'It is a spreadsheet. Save it as CSV there, and bring that file.';
  return 'It is compressed. Unpack it first, and choose the file in it.';
}

export function problemText({ line, says }: Problem): string {
  return line === 0 ? says : `Line ${line}: ${says}`;
}

/** A line of JSON begins with a brace; the parser checks the rest. */
async function isHistory(file: File): Promise<boolean> {
  const start = await file.slice(0, 100).text();
  return /\.(jsonl|ndjson|json)$/i.test(file.name) || /^\uFEFF?\s*\{/.test(start);
}

/** Reads the file line by line, because a long history does not fit in memory. */
async function readHistory(file: Blob): Promise<ReadHistory | Problem> {
  const reader = historyReader();
  const chunks = file.stream().getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  const problem = (says: string): Problem => ({ line: line + 1, says });
  try {
    for (;;) {
      const { done, value } = await chunks.read();
      const lines = (rest + decode(decoder, value)).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const one of lines) {
        line++;
        const found = reader.take(one);
        if (found) return found;
      }
      if (done) return reader.finish();
      if (rest.length > LONGEST_LINE) return problem('It is too long for a line of an export.');
    }
  } catch (error) {
    if (error instanceof TypeError) return problem('It is not text in UTF-8.');
    throw error;
  } finally {
    await chunks.cancel();
  }
}

function decode(decoder: TextDecoder, value: Uint8Array | undefined): string {
  return value ? decoder.decode(value, { stream: true }) : decoder.decode();
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252, the encodings that other programs write. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
