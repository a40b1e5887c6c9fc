import type { Kept } from '../../shared/kept/kept.ts';
import type { Choice, Counts } from './glossary/choice.ts';
import { plain } from './glossary/glossary.ts';

/** The kept items that match a search but are not rows of the vocabulary: clauses, and words that are not in it. */
export function keptOutsideList(
  kept: readonly Kept[],
  fragments: { readonly get: (id: string) => unknown },
  search: string,
): readonly Kept[] {
  return kept.filter(
    one => !(one.fragment && fragments.get(one.fragment.id)) && isFound(one, plain(search.trim())),
  );
}

/**
 * The counts of the menus, with the kept items outside of the list. Those have no level.
 * @param outside their number; undefined until it is known
 */
export function withOutside(
  { states, levels }: Counts,
  { state, level }: Pick<Choice, 'state' | 'level'>,
  outside: number | undefined,
): Counts {
  const kept = new Map(states);
  if (outside === undefined) kept.delete('kept');
  else kept.set('kept', (states.get('kept') ?? 0) + (level === 'all' ? outside : 0));
  if (state !== 'kept') return { states: kept, levels };
  return { states: kept, levels: new Map(levels).set('all', (levels.get('all') ?? 0) + (outside ?? 0)) };
}

/** @param wanted the search text, without accents */
export function isFound({ note, fragment, clause }: Kept, wanted: string): boolean {
  return plain([note, fragment?.text, fragment?.gloss, clause?.text].join('\n')).includes(wanted);
}
