import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { type Kept, keptQuery } from '../../shared/kept/kept.ts';
import { useClient } from '../../shared/session.tsx';
import { type Choice, chosenRows, dependsOnLevels, itemsOf } from './glossary/choice.ts';
import { fragmentsOf, type Row, rowsOf, type WordsReply } from './glossary/glossary.ts';
import { keptOutsideList, withOutside } from './kept-outside.ts';
import { useCounts } from './useCounts.ts';

const nothing: readonly Kept[] = [];
const noCounts = { states: new Map<string, number>(), levels: new Map<string, number>() };
const noFragments = fragmentsOf({ books: [], languages: [] });

/**
 * The rows of the list. Everything around the list responds to typing, filters and marks at once; the list itself is rendered
 * later.
 * @param newest the reply, with the latest marks applied
 * @param now seconds since 1970, when the reply was read
 */
export function useGlossary({
  newest,
  now,
  shownChoice,
}: {
  newest: WordsReply;
  now: number;
  shownChoice: Choice;
}) {
  const choice = useDeferredValue(shownChoice);
  const reply = useDeferredValue(newest);
  // A mark changes levels only, so the rows are computed again only when the server sent other words.
  const words = reply.languages.map(({ words }) => words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reply is a new object after each mark.
  const rows = useMemo(() => rowsOf(reply), words);
  const fragments = useMemo(() => fragmentsOf(reply), [reply]);
  const kept = useQuery({ ...keptQuery(useClient()), refetchOnMount: 'always' });
  /** The kept items that match but are not rows of the list. */
  const outside = useMemo(
    () => kept.data && keptOutsideList(kept.data, fragments, choice.search),
    [kept.data, fragments, choice.search],
  );
  // Items outside of the vocabulary have no level.
  const showsOutside = choice.state === 'kept' && choice.level === 'all';
  const besides = showsOutside ? (outside ?? nothing) : nothing;
  const ids = useMemo(() => new Set(kept.data?.flatMap(({ fragment }) => fragment?.id ?? [])), [kept.data]);
  const others = useMemo(() => ({ rows, books: reply.books, now, kept: ids }), [rows, reply.books, now, ids]);
  // With most choices a mark changes neither which rows are shown nor their order.
  const deciding = dependsOnLevels(choice) ? fragments : noFragments;
  const chosen = useKeptList(
    useMemo(() => chosenRows({ ...others, fragments: deciding }, choice), [others, deciding, choice]),
  );
  // A mark changes the headings only in the order by level.
  const dated = choice.sort === 'since' ? fragments : noFragments;
  const items = useMemo(
    () => itemsOf(chosen, { sort: choice.sort, fragments: dated, today: new Date() }),
    [chosen, choice.sort, dated],
  );
  const glossary = useMemo(() => ({ ...others, fragments }), [others, fragments]);
  const inList = useCounts(glossary, choice);
  const menus = useMemo(
    () => (inList ? withOutside(inList, inList.by, outside?.length) : noCounts),
    [inList, outside],
  );
  const found = chosen.length + besides.length;
  return { choice, reply, rows, fragments, kept, besides, showsOutside, items, found, ...menus };
}

/** Returns the previous list if this one has the same rows: a mark seldom changes which are shown. */
function useKeptList(list: readonly Row[]): readonly Row[] {
  const kept = useRef(list);
  const same = kept.current.length === list.length && list.every((row, index) => row === kept.current[index]);
  if (!same) kept.current = list;
  return kept.current;
}
