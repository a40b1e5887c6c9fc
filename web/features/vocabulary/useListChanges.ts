import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { WordsReply } from './glossary/glossary.ts';
import { newestWordsKey, wordsKey } from './words-query.ts';

type Change = (reply: WordsReply) => WordsReply;

/**
 * Optimistic changes of the list. A read that began before the server had stored them does not contain them, so they are made
 * again when it arrives.
 */
export function useListChanges() {
  const queries = useQueryClient();
  /** Changes that the read under way may lack. */
  const unread = useRef<readonly Change[]>([]);
  const isStored = useRef(true);

  const apply = useCallback(
    (queryKey: typeof wordsKey | typeof newestWordsKey, change: Change) =>
      queries.setQueryData<WordsReply>(queryKey, reply => reply && change(reply), {
        // When the server was read: what is due until then is due, however often the learner marks.
        updatedAt: queries.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now(),
      }),
    [queries],
  );

  useEffect(() => {
    const hash = hashKey(wordsKey);
    return queries.getQueryCache().subscribe(event => {
      const came = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
      if (!came || event.query.queryHash !== hash) return;
      const changes = unread.current;
      if (isStored.current) unread.current = [];
      for (const change of changes) apply(wordsKey, change);
    });
  }, [queries, apply]);

  return useMemo(
    () => ({
      change(change: Change) {
        unread.current = [...unread.current, change];
        apply(wordsKey, change);
        apply(newestWordsKey, change);
      },
      /** What was changed is being sent. */
      sending() {
        isStored.current = false;
      },
      /** The server has everything that was sent. */
      stored() {
        isStored.current = true;
        if (queries.isFetching({ queryKey: wordsKey }) === 0) unread.current = [];
      },
      /** The server refused a command: the list as it reads it is right. */
      refused() {
        unread.current = [];
      },
    }),
    [queries, apply],
  );
}
