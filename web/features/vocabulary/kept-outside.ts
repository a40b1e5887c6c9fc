import type { Kept } from '../../shared/kept/kept.ts';
import type { Choice } from './glossary/choice.ts';
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

interface Counts {
  readonly states: ReadonlyMap<string, number>;
  readonly levels: ReadonlyMap<string, number>;
}

/**
 * The menus' numbers with what is kept outside of the list. It has no level.
 * @param outside how much; undefined before it is known what is kept
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

/** @param wanted without accents */
export function isFound({ note, fragment, clause }: Kept, wanted: string): boolean {
  return plain([note, fragment?.text, fragment?.gloss, clause?.text].join('\n')).includes(wanted);
}
