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
 * What the list shows. What is typed, chosen and marked is answered at once by what stands around the list: the list
 * itself follows.
 * @param newest the reply with what was marked just now
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
  // A mark changes levels only: the rows are made anew when the server told of other words.
  const words = reply.languages.map(({ words }) => words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reply is another object after each mark.
  const rows = useMemo(() => rowsOf(reply), words);
  const fragments = useMemo(() => metById(reply), [reply]);
  const kept = useQuery({ ...keptQuery(useClient()), refetchOnMount: 'always' });
  /** What is kept and fits, but is no row of the list. */
  const outside = useMemo(
    () => kept.data && keptOutsideList(kept.data, fragments, choice.search),
    [kept.data, fragments, choice.search],
  );
  // What is not in the vocabulary has no level.
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
  // Only the days of levels change with a mark.
  const dated = choice.sort === 'since' ? fragments : noFragments;
  const items = useMemo(
    () => itemsOf(chosen, { sort: choice.sort, fragments: dated, today: new Date() }),
    [chosen, choice.sort, dated],
  );
  // The numbers in the menus follow the list: nobody reads them before a menu is opened.
  const [counted, by] = [useDeferredValue(glossary), useDeferredValue(choice)];
  const inList = useMemo(
    () => ({ states: counts(counted, by, 'state'), levels: counts(counted, by, 'level') }),
    [counted, by],
  );
  const menus = useMemo(() => withOutside(inList, by, outside?.length), [inList, by, outside]);
  const found = chosen.length + besides.length;
  return { choice, reply, rows, fragments, kept, besides, showsOutside, items, found, ...menus };
}

/** The list before when this one has the same rows: a mark seldom changes which are shown. */
function useKeptList(list: readonly Row[]): readonly Row[] {
  const kept = useRef(list);
  const same = kept.current.length === list.length && list.every((row, index) => row === kept.current[index]);
  if (!same) kept.current = list;
  return kept.current;
}
