import type { FragmentTuple, WordsReply } from '../glossary/reply.ts';

/**
 * A reply with stems at level I.
 * @param timeOf when the stem with an index was met and got its level, in seconds since 1970
 */
export function wordsReply(ids: readonly string[], timeOf: (index: number) => number): WordsReply {
  const fragments = ids.map((id, index): FragmentTuple => {
    const time = timeOf(index);
    return [id, id, false, `gloss of ${id}`, `${id}er`, 'I', time, 0, false, [], null, time, true];
  });
  return { books: [], languages: [{ language: 'es', fragments, words: [] }] };
}
