import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { type Level, stateAndLevel } from '../../../domain/vocabulary/levels.ts';
import type { Client } from '../../../facade/client/client.ts';
import { story, undoStep } from '../../../facade/story.ts';
import { changeVocabulary, undoCommand } from '../../../facade/vocabularies.ts';
import { useClient } from '../session.tsx';
import type { StoryStep } from './texts.ts';

/** A fragment, by its language and id. */
export interface FragmentAddress {
  readonly languageId: string;
  readonly fragmentId: string;
}

function storyQuery(client: Client, { languageId, fragmentId }: FragmentAddress) {
  return infiniteQueryOptions({
    queryKey: ['story', languageId, fragmentId],
    queryFn: ({ pageParam, signal }) =>
      client.call(story, {
        query: { languageId, fragmentId, ...(pageParam !== null && { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
    // It changes with every answer.
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** A fragment's history, page by page, and its commands. */
export function useStory(address: FragmentAddress) {
  const client = useClient();
  const queries = useQueryClient();
  const { languageId, fragmentId } = address;
  const query = useInfiniteQuery(storyQuery(client, address));

  /** Refetches what a change affects. */
  const renew = useCallback(
    () =>
      Promise.all(
        ['story', 'words', 'vocabularies', 'known-count'].map(name =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
    [queries],
  );

  const setLevel = useCallback(
    async (from: Level, to: Level): Promise<string> => {
      const commandId = uuidv7();
      const { state, level } = stateAndLevel(to);
      await client.call(changeVocabulary, {
        commandId,
        body: {
          ...(from !== 'new' && { vocabularyId: fragmentId }),
          fragmentId,
          newState: state,
          newLevel: level,
          languageId,
        },
      });
      void renew();
      return commandId;
    },
    [client, languageId, fragmentId, renew],
  );

  const undo = useCallback(
    async ({ commandId: undone, revision }: StoryStep, level: Level): Promise<string> => {
      const commandId = uuidv7();
      const body = { languageId, fragmentId, commandId: undone, revision, level };
      await client.call(undoStep, { commandId, body });
      void renew();
      return commandId;
    },
    [client, languageId, fragmentId, renew],
  );

  const undoLast = useCallback(
    async (commandId: string): Promise<void> => {
      await client.call(undoCommand, { body: { languageId, commandId } });
      void renew();
    },
    [client, languageId, renew],
  );

  return { query, setLevel, undo, undoLast, renew };
}
