import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { type Level, stateAndLevel } from '../../../../domain/vocabulary/levels.ts';
import { levelOf } from '../../../../domain/vocabulary/vocabulary.ts';
import { changeVocabulary } from '../../../../facade/vocabularies.ts';
import { messageOf } from '../../../shared/failures.ts';
import { knownCountQuery, vocabulariesQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { type Entry, entriesWith, foreseen, vocabularyFrom } from './entries.ts';

/**
 * The learner's vocabulary, changed at once by the same rules as on the server. A mark the server refuses is rolled
 * back; answers travel by the outbox and are only foreseen here.
 */
export function useVocabulary(entries: readonly Entry[], language: string) {
  const client = useClient();
  const queries = useQueryClient();
  const vocabulary = useMemo(() => vocabularyFrom(entries, language), [entries, language]);
  const [failure, setFailure] = useState<string | null>(null);
  const changed = useRef(false);

  const foresee = useCallback(
    (command: VocabularyCommand) => {
      changed.current = true;
      const key = vocabulariesQuery(client).queryKey;
      const now = queries.getQueryData(key);
      if (!now) return;
      const before = vocabularyFrom(now, language);
      const after = foreseen(before, command);
      queries.setQueryData(key, entriesWith(now, language, after));
      // The server's count and what is foreseen move together, so that reading either again never counts twice.
      queries.setQueryData(
        knownCountQuery(client, language).queryKey,
        count => count && { knownCount: Math.max(0, count.knownCount + (after.thirds - before.thirds) / 3) },
      );
    },
    [queries, client, language],
  );

  const mark = useCallback(
    async (fragment: string, level: Level) => {
      const known = queries.getQueryData(vocabulariesQuery(client).queryKey);
      const before = known ? levelOf(vocabularyFrom(known, language), fragment) : 'new';
      if (before === level) return;
      foresee({ type: 'mark', fragment, level });
      const { state: newState, level: newLevel } = stateAndLevel(level);
      try {
        await client.call(changeVocabulary, {
          body: {
            ...(before !== 'new' && { vocabularyId: fragment }),
            fragmentId: fragment,
            newState,
            newLevel,
            languageId: language,
          },
        });
        setFailure(null);
      } catch (error) {
        console.error(error);
        foresee({ type: 'mark', fragment, level: before });
        setFailure(messageOf(error) ?? 'This could not be saved: no server response.');
      }
    },
    [client, queries, language, foresee],
  );

  return { vocabulary, foresee, mark, failure, dismiss: () => setFailure(null), changed };
}
