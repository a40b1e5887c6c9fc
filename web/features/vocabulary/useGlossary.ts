import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { type Kept, keptQuery } from '../../shared/kept/kept.ts';
import { useClient } from '../../shared/session.tsx';
import { type Choice, chosenRows, counts, itemsOf } from './glossary/choice.ts';
import { type Met, metById, type Row, rowsOf, type WordsReply } from './glossary/glossary.ts';
import { keptOutsideList, withOutside } from './kept-outside.ts';

const nothing: readonly Kept[] = [];
const noFragments: ReadonlyMap<string, Met> = new Map();

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
  const fragments = useMemo(() => metById(reply), [reply]);
  const kept = useQuery({ ...keptQuery(useClient()), refetchOnMount: 'always' });
  /** The kept items that match but are not rows of the list. */
  const outside = useMemo(
    () => kept.data && keptOutsideList(kept.data, fragments, choice.search),
    [kept.data, fragments, choice.search],
  );
  // Items outside of the vocabulary have no level.
  const showsOutside = choice.state === 'kept' && choice.level === 'all';
  const besides = showsOutside ? (outside ?? nothing) : nothing;
  const glossary = useMemo(
    () => ({
      rows,
      fragments,
      books: reply.books,
      now,
      kept: new Set(kept.data?.flatMap(({ fragment }) => fragment?.id ?? [])),
    }),
    [rows, fragments, reply.books, now, kept.data],
  );
  const chosen = useKeptList(useMemo(() => chosenRows(glossary, choice), [glossary, choice]));
  // A mark changes the headings only in the order by level.
  const dated = choice.sort === 'since' ? fragments : noFragments;
  const items = useMemo(
    () => itemsOf(chosen, { sort: choice.sort, fragments: dated, today: new Date() }),
    [chosen, choice.sort, dated],
  );
  // The counts in the menus are deferred: nobody sees them before a menu is opened.
  const [counted, by] = [useDeferredValue(glossary), useDeferredValue(choice)];
  const inList = useMemo(
    () => ({ states: counts(counted, by, 'state'), levels: counts(counted, by, 'level') }),
    [counted, by],
  );
  const menus = useMemo(() => withOutside(inList, by, outside?.length), [inList, by, outside]);
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
