import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiled, compileSources } from './compile/compile.ts';
import type { SourceFile } from './format/lines.ts';

/** The folder of this project's books. */
export const sourcesDirectory = join(import.meta.dirname, 'sources');

/** Every source file below a directory, sorted by path: sources, ids and the plain texts of the editions. */
export function readSources(directory: string = sourcesDirectory): readonly SourceFile[] {
  return globSync('**/*.{txt,ids}', { cwd: directory })
    .map(path => path.split('\\').join('/'))
    .sort()
    .map(path => ({ path, text: readFileSync(join(directory, path), 'utf8') }));
}

/**
 * Compiles the library for the catalogue. It only reads files; the same sources give the same content.
 * @returns `content`, or all `problems` with file (relative to the directory), line and reason; `warnings` in both
 */
export function compileLibrary(directory: string = sourcesDirectory): Compiled {
  return compileSources(readSources(directory));
}
