import type { Kept } from '../../../shared/kept/kept.ts';
import type { ReaderSentence } from '../chapter/contents.ts';

/**
 * The words of a sentence that get the sign for kept items: those with a kept stem, and the first word of a kept clause. Kept
 * endings get no sign, because almost every word would have it.
 */
export function keptWords(
  { id, words, clauses }: Pick<ReaderSentence, 'id' | 'words' | 'clauses'>,
  kept: readonly Kept[],
): ReadonlySet<string> {
  const fragments = new Set(kept.flatMap(({ fragment }) => fragment?.id ?? []));
  const ofStems = words.filter(word =>
    word.fragments.some(({ id, kind }) => kind === 'stem' && fragments.has(id)),
  );
  const ofClauses = kept.flatMap(({ clause }) =>
    clause?.sentenceId === id ? (clauses[clause.clause]?.[0] ?? []) : [],
  );
  return new Set([...ofStems, ...ofClauses].map(word => word.id));
}
