import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Kept, keptQuery } from '../../shared/kept/kept.ts';
import { useClient } from '../../shared/session.tsx';
import type { Choice } from './glossary/choice.ts';
import { fragmentsOf, type WordsReply } from './glossary/glossary.ts';
import { keptOutsideList, withOutside } from './kept-outside.ts';
import { useCounts } from './useCounts.ts';
import { useList } from './useList.ts';

const nothing: readonly Kept[] = [];
const noIds: ReadonlySet<string> = new Set();
const noCounts = { states: new Map<string, number>(), levels: new Map<string, number>() };

/**
 * The list of the page, and what stands around it. What is chosen shows at once in the menus; the list follows.
 * @param now seconds since 1970, when the reply was read
 */
export function useGlossary({
  reply,
  now,
  isWhole,
  shownChoice,
}: {
  reply: WordsReply;
  now: number;
  isWhole: boolean;
  shownChoice: Choice;
}) {
  const fragments = useMemo(() => fragmentsOf(reply), [reply]);
  const kept = useQuery({ ...keptQuery(useClient()), refetchOnMount: 'always' });
  const ids = useMemo(() => new Set(kept.data?.flatMap(({ fragment }) => fragment?.id ?? [])), [kept.data]);
  const list = useList({
    reply,
    fragments,
    now,
    isWhole,
    choice: shownChoice,
    kept: shownChoice.state === 'kept' ? ids : noIds,
  });
  const choice = list?.choice ?? shownChoice;
  const inReply = list?.fragments ?? fragments;
  /** The kept items that match but are not rows of the list. */
  const outside = useMemo(
    () => kept.data && keptOutsideList(kept.data, inReply, choice.search),
    [kept.data, inReply, choice.search],
  );
  // Items outside of the vocabulary have no level.
  const showsOutside = list?.isWhole === true && choice.state === 'kept' && choice.level === 'all';
  const besides = showsOutside ? (outside ?? nothing) : nothing;
  const glossary = useMemo(
    () => (list?.isWhole ? { ...list, books: list.reply.books, kept: ids } : undefined),
    [list, ids],
  );
  const inList = useCounts(glossary, choice);
  const menus = useMemo(
    () => (inList ? withOutside(inList, inList.by, outside?.length) : noCounts),
    [inList, outside],
  );
  const found = (list?.chosen.length ?? 0) + besides.length;
  return { list, choice, kept, besides, showsOutside, found, ...menus };
}
