import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { type Level, stateAndLevel } from '../../../../domain/vocabulary/levels.ts';
import { levelOf, nothingLearned } from '../../../../domain/vocabulary/vocabulary.ts';
import type { BodyOf } from '../../../../facade/endpoint.ts';
import { changeVocabulary, markClause, undoCommand } from '../../../../facade/vocabularies.ts';
import { messageOf } from '../../../shared/failures.ts';
import { isUnanswered } from '../../../shared/outbox/send.ts';
import type { useOutbox } from '../../../shared/outbox/useOutbox.ts';
import { knownCountQuery, vocabulariesQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { type Entry, entriesWith, remembered, vocabularyFrom } from './entries.ts';
import { failed, type Optimistic, reread, shown, submitted, succeeded } from './optimistic.ts';

/** Something by hand that was not stored, and what the server said. */
export interface MarkFailure {
  /** null: it was not a single mark. */
  readonly fragment: string | null;
  /** What was not saved, in words. */
  readonly what: string;
  readonly message: string;
}

/** A clause as the server finds it. */
export type ClauseAddress = Omit<BodyOf<typeof markClause>, 'level'>;

/**
 * The learner's vocabulary, changed at once by the same rules as on the server. Marks are sent one after another; one
 * that fails is taken back, and those after it stay. One that nobody answered waits in the outbox, and those after it
 * behind it (decision 33). Answers travel by the outbox and are only applied here.
 */
export function useVocabulary(
  entries: readonly Entry[],
  language: string,
  outbox: Pick<ReturnType<typeof useOutbox>, 'add' | 'isBusy'>,
) {
  const client = useClient();
  const { add, isBusy } = outbox;
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
      const counted = queries.getQueryData(knownCountQuery(client, language).queryKey);
      const read = { ...vocabularyFrom(now, language), policy: counted?.policy ?? 'standard' };
      const last = optimistic.current;
      // Entries that are not the ones shown from here were read from the server meanwhile.
      const before = !last
        ? { confirmed: read, commands: [] }
        : last.entries === now
          ? last.state
          : reread(last.state, read);
      const state = act(before);
      const after = shown(state);
      // As the cache keeps them: what is equal there stays the object it was.
      const shownEntries = queries.setQueryData(queryKey, entriesWith(now, language, after));
      optimistic.current = { state, entries: shownEntries ?? now };
      const { levels, thirds } = after;
      if (shownEntries) remembered(shownEntries, language, { ...nothingLearned, levels, thirds });
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

  /** Applies a command at once, sends it behind those before it, and takes it back when it fails. */
  const submit = useCallback(
    (
      command: VocabularyCommand,
      {
        id,
        send,
        failed: about,
      }: { id: string; send: () => Promise<unknown>; failed: Omit<MarkFailure, 'message'> },
    ): Promise<boolean> => {
      changed.current = true;
      setFailure(null);
      change(state => submitted(state, id, command));
      const sent = sending.current.then(async () => {
        try {
          await send();
          change(state => succeeded(state, id));
          return true;
        } catch (error) {
          console.error(error);
          change(state => failed(state, id));
          setFailure({ ...about, message: messageOf(error) ?? 'no server response' });
          return false;
        }
      });
      sending.current = sent.then(() => {});
      return sent;
    },
    [change],
  );

  const levelNow = useCallback(
    (fragment: string): Level => {
      const known = queries.getQueryData(vocabulariesQuery(client).queryKey);
      return known ? levelOf(vocabularyFrom(known, language), fragment) : 'new';
    },
    [client, queries, language],
  );

  const mark = useCallback(
    async (fragment: string, level: Level): Promise<void> => {
      const before = levelNow(fragment);
      if (before === level) return;
      const id = uuidv7();
      const { state: newState, level: newLevel } = stateAndLevel(level);
      const body = {
        ...(before !== 'new' && { vocabularyId: fragment }),
        fragmentId: fragment,
        newState,
        newLevel,
        languageId: language,
      };
      const wait = () => add([{ kind: 'mark', id, group: id, body }]);
      await submit(
        { type: 'mark', fragment, level },
        {
          id,
          send: async () => {
            if (isBusy()) return wait();
            try {
              await client.call(changeVocabulary, { body, commandId: id });
            } catch (failure) {
              if (!isUnanswered(failure)) throw failure;
              await wait();
            }
          },
          failed: { fragment, what: level === 'new' ? 'new' : `level ${level}` },
        },
      );
    },
    [client, language, levelNow, submit, add, isBusy],
  );

  /** Levels before a clause was marked as known, by command id. */
  const before = useRef(new Map<string, Readonly<Record<string, Level>>>());

  /** Resolves with whether it was stored. */
  const knowClause = useCallback(
    (id: string, fragments: readonly string[], address: ClauseAddress): Promise<boolean> => {
      before.current.set(id, Object.fromEntries(fragments.map(fragment => [fragment, levelNow(fragment)])));
      return submit(manyMarks(fragments.map(fragment => [fragment, 'IV'])), {
        id,
        send: () => client.call(markClause, { body: { ...address, level: 'IV' }, commandId: id }),
        failed: { fragment: null, what: 'The clause' },
      });
    },
    [client, levelNow, submit],
  );

  const undoClause = useCallback(
    (commandId: string): Promise<boolean> => {
      const levels = Object.entries(before.current.get(commandId) ?? {});
      const id = uuidv7();
      return submit(manyMarks(levels.filter(([fragment]) => levelNow(fragment) === 'IV')), {
        id,
        send: () => client.call(undoCommand, { body: { languageId: language, commandId }, commandId: id }),
        failed: { fragment: null, what: 'The undo' },
      });
    },
    [client, language, levelNow, submit],
  );

  return {
    vocabulary,
    applyOptimistically,
    mark,
    knowClause,
    undoClause,
    failure,
    dismissFailure: useCallback(() => setFailure(null), []),
    changed,
  };
}

function manyMarks(marks: readonly (readonly [string, Level])[]): VocabularyCommand {
  return { type: 'mark many', cause: { kind: 'marks' }, fragments: Object.fromEntries(marks) };
}
