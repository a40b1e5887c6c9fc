import type { Kept } from '../../shared/kept/kept.ts';
import { plain } from './glossary/glossary.ts';

/** What is kept besides the vocabulary's words and fits a search: clauses, and words that are not in the vocabulary. */
export function keptOutsideList(
  kept: readonly Kept[],
  fragments: ReadonlyMap<string, unknown>,
  search: string,
): readonly Kept[] {
  return kept.filter(
    one => !(one.fragment && fragments.has(one.fragment.id)) && isFound(one, plain(search.trim())),
  );
}

/** @param wanted without accents */
export function isFound({ note, fragment, clause }: Kept, wanted: string): boolean {
  return plain([note, fragment?.text, fragment?.gloss, clause?.text].join('\n')).includes(wanted);
}
