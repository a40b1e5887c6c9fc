import type { ReaderSentence } from './contents.ts';

/** The word instances at which a new stem first occurs. */
export function newWords(
  sentences: readonly Pick<ReaderSentence, 'words'>[],
  newFragments: ReadonlySet<string>,
): ReadonlySet<string> {
  const met = new Set<string>();
  const found = new Set<string>();
  for (const { id, skipped, fragments } of sentences.flatMap(({ words }) => words)) {
    const stem = fragments.find(({ kind }) => kind === 'stem')?.id;
    if (skipped || stem === undefined || met.has(stem) || !newFragments.has(stem)) continue;
    met.add(stem);
    found.add(id);
  }
  return found;
}
