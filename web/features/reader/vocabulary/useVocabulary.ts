import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { type Level, stateAndLevel } from '../../../../domain/vocabulary/levels.ts';
import { levelOf } from '../../../../domain/vocabulary/vocabulary.ts';
import { changeVocabulary } from '../../../../facade/vocabularies.ts';
import { messageOf } from '../../../shared/failures.ts';
import { knownCountQuery, vocabulariesQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { type Entry, entriesWith, vocabularyFrom } from './entries.ts';
import { failed, type Optimistic, reread, shown, submitted, succeeded } from './optimistic.ts';

/** A mark that was not stored, and what the server said. */
export interface MarkFailure {
  readonly fragment: string;
  readonly level: Level;
  readonly message: string;
}

/**
 * The learner's vocabulary, changed at once by the same rules as on the server. Marks are sent one after another; one
 * that fails is taken back, and those after it stay. Answers travel by the outbox and are only applied here.
 */
export function useVocabulary(entries: readonly Entry[], language: string) {
  const client = useClient();
  const queries = useQueryClient();
  const vocabulary = useMemo(() => vocabularyFrom(entries, language), [entries, language]);
  const [failure, setFailure] = useState<MarkFailure | null>(null);
  const changed = useRef(false);
  const optimistic = useRef<{ readonly state: Optimistic; readonly entries: readonly Entry[] }>(undefined);
  const sending = useRef<Promise<void>>(Promise.resolve());

  const change = useCallback(
    (act: (state: Optimistic) => Optimistic) => {
      const { queryKey } = vocabulariesQuery(client);
      const now = queries.getQueryData(queryKey);
      if (!now) return;
      const read = vocabularyFrom(now, language);
      const last = optimistic.current;
      // Entries that are not the ones shown from here were read from the server meanwhile.
      const before = !last
        ? { confirmed: read, commands: [] }
        : last.entries === now
          ? last.state
          : reread(last.state, read);
      const state = act(before);
      const after = shown(state);
      const shownEntries = entriesWith(now, language, after);
      optimistic.current = { state, entries: shownEntries };
      queries.setQueryData(queryKey, shownEntries);
      // The server's count and what is applied here move together, so that reading either again never counts twice.
      queries.setQueryData(
        knownCountQuery(client, language).queryKey,
        count => count && { knownCount: Math.max(0, count.knownCount + (after.thirds - read.thirds) / 3) },
      );
    },
    [queries, client, language],
  );

  const applyOptimistically = useCallback(
    (command: VocabularyCommand) => {
      changed.current = true;
      const id = uuidv7();
      change(state => succeeded(submitted(state, id, command), id));
    },
    [change],
  );

  const mark = useCallback(
    (fragment: string, level: Level): Promise<void> => {
      const known = queries.getQueryData(vocabulariesQuery(client).queryKey);
      const before = known ? levelOf(vocabularyFrom(known, language), fragment) : 'new';
      if (before === level) return Promise.resolve();
      const id = uuidv7();
      changed.current = true;
      setFailure(null);
      change(state => submitted(state, id, { type: 'mark', fragment, level }));
      const { state: newState, level: newLevel } = stateAndLevel(level);
      sending.current = sending.current.then(async () => {
        try {
          await client.call(changeVocabulary, {
            body: {
              ...(before !== 'new' && { vocabularyId: fragment }),
              fragmentId: fragment,
              newState,
              newLevel,
              languageId: language,
            },
            commandId: id,
          });
          change(state => succeeded(state, id));
        } catch (error) {
          console.error(error);
          change(state => failed(state, id));
          setFailure({ fragment, level, message: messageOf(error) ?? 'no server response' });
        }
      });
      return sending.current;
    },
    [client, queries, language, change],
  );

  return {
    vocabulary,
    applyOptimistically,
    mark,
    failure,
    dismissFailure: useCallback(() => setFailure(null), []),
    changed,
  };
}
