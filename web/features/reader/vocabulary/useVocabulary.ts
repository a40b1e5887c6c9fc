import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { type Level, stateAndLevel } from '../../../../domain/vocabulary/levels.ts';
import { levelOf, nothingLearned, type Vocabulary } from '../../../../domain/vocabulary/vocabulary.ts';
import type { BodyOf } from '../../../../facade/endpoint.ts';
import { changeVocabulary, markClause, undoCommand } from '../../../../facade/vocabularies.ts';
import { messageOf } from '../../../shared/failures.ts';
import type { Message } from '../../../shared/outbox/outbox.ts';
import { isUnanswered } from '../../../shared/outbox/send.ts';
import type { useOutbox } from '../../../shared/outbox/useOutbox.ts';
import { knownCountQuery, vocabulariesQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { type Entry, entriesWith, remembered, vocabularyFrom } from './entries.ts';
import {
  failed,
  marksOf,
  type Optimistic,
  reread,
  shown,
  submitted,
  succeeded,
  thirdsInFlight,
} from './optimistic.ts';

/** A failed change by hand, and the server's message. */
export interface MarkFailure {
  /** null: not a single mark. */
  readonly fragment: string | null;
  /** What was not saved, as text. */
  readonly what: string;
  readonly message: string;
}

/** The address of a clause for the server. */
export type ClauseAddress = Omit<BodyOf<typeof markClause>, 'level'>;

/**
 * The learner's vocabulary with optimistic updates by the rules of the server. Marks are sent one after another; a failed one
 * is rolled back, and later ones stay. One without a reply goes to the outbox, and so do later ones (decision 33). Answers
 * are sent by the outbox; here they only update the state.
 */
export function useVocabulary(
  entries: readonly Entry[],
  language: string,
  outbox: Pick<ReturnType<typeof useOutbox>, 'add' | 'isBusy' | 'follow'>,
) {
  const client = useClient();
  const { add, isBusy, follow } = outbox;
  const queries = useQueryClient();
  const vocabulary = useMemo(() => vocabularyFrom(entries, language), [entries, language]);
  const [failure, setFailure] = useState<MarkFailure | null>(null);
  const changed = useRef(false);
  const optimistic = useRef<{ readonly state: Optimistic; readonly entries: readonly Entry[] }>(undefined);
  const sending = useRef<Promise<void>>(Promise.resolve());

  /** The vocabulary of the entries, with the level policy that the server counts by. */
  const readFrom = useCallback(
    (now: readonly Entry[]): Vocabulary => {
      const counted = queries.getQueryData(knownCountQuery(client, language).queryKey);
      return { ...vocabularyFrom(now, language), policy: counted?.policy ?? 'standard' };
    },
    [queries, client, language],
  );

  /** Shows a state instead of the current entries. */
  const show = useCallback(
    (state: Optimistic, now: readonly Entry[]): Vocabulary => {
      const after = shown(state);
      // Read back from the cache, which keeps equal parts the same objects.
      const entries =
        queries.setQueryData(vocabulariesQuery(client).queryKey, entriesWith(now, language, after)) ?? now;
      optimistic.current = { state, entries };
      const { levels, thirds } = after;
      return remembered(entries, language, { ...nothingLearned, levels, thirds });
    },
    [queries, client, language],
  );

  const countBy = useCallback(
    (thirds: number) =>
      queries.setQueryData(
        knownCountQuery(client, language).queryKey,
        count => count && { ...count, knownCount: Math.max(0, count.knownCount + thirds / 3) },
      ),
    [queries, client, language],
  );

  const change = useCallback(
    (act: (state: Optimistic) => Optimistic) => {
      const now = queries.getQueryData(vocabulariesQuery(client).queryKey);
      if (!now) return;
      const read = readFrom(now);
      const last = optimistic.current;
      const known = last?.entries === now ? last.state : last && reread(last.state, read);
      countBy(show(act(known ?? { confirmed: read, commands: [] }), now).thirds - read.thirds);
    },
    [queries, client, show, countBy, readFrom],
  );

  // Commands in flight are applied to every new reply before it is rendered.
  useEffect(() => {
    const keys = {
      vocabulary: hashKey(vocabulariesQuery(client).queryKey),
      count: hashKey(knownCountQuery(client, language).queryKey),
    };
    let count = queries.getQueryData(knownCountQuery(client, language).queryKey);
    return queries.getQueryCache().subscribe(event => {
      const { query } = event;
      const came = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
      if (query.queryHash === keys.count) {
        const last = optimistic.current?.state;
        if (came && last && query.state.data !== count) countBy(thirdsInFlight(last));
        count = queries.getQueryData(knownCountQuery(client, language).queryKey);
      }
      const now = queries.getQueryData(vocabulariesQuery(client).queryKey);
      if (query.queryHash !== keys.vocabulary || !came || !now) return;
      const last = optimistic.current;
      if (!last || last.entries === now) return;
      const state = reread(last.state, readFrom(now));
      if (state.commands.length > 0) show(state, now);
      else optimistic.current = undefined;
    });
  }, [queries, client, language, show, countBy, readFrom]);

  /** Ids of commands in the outbox; they are in flight until it is empty. */
  const waiting = useRef(new Set<string>());
  useEffect(
    () =>
      follow({
        refused: id => waiting.current.delete(id) && change(state => failed(state, id)),
        emptied: () => {
          const ids = [...waiting.current];
          waiting.current.clear();
          if (ids.length > 0) change(state => ids.reduce(succeeded, state));
        },
      }),
    [follow, change],
  );

  /**
   * Applies a command that the outbox sends under the same id.
   * @param kept resolves when the outbox has stored it
   */
  const applyOptimistically = useCallback(
    (command: VocabularyCommand, id: string, kept: Promise<void>) => {
      changed.current = true;
      change(state => submitted(state, id, command));
      kept.then(
        () => waiting.current.add(id),
        () => change(state => succeeded(state, id)),
      );
    },
    [change],
  );

  /** Applies a command at once, sends it after the earlier ones, and rolls it back if it fails. */
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
          if ((await send()) === 'waits') waiting.current.add(id);
          else change(state => succeeded(state, id));
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

  /** Sends a command, or has it wait in the outbox: behind others that wait there, or because it got no reply. */
  const sendOrWait = useCallback(
    async (command: Message, call: () => Promise<unknown>): Promise<unknown> => {
      if (!isBusy()) {
        try {
          return await call();
        } catch (failure) {
          if (!isUnanswered(failure)) throw failure;
        }
      }
      await add([command]);
      return 'waits';
    },
    [add, isBusy],
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
      await submit(
        { type: 'mark', fragment, level },
        {
          id,
          send: () =>
            sendOrWait({ kind: 'mark', id, group: id, body }, () =>
              client.call(changeVocabulary, { body, commandId: id }),
            ),
          failed: { fragment, what: level === 'new' ? 'new' : `level ${level}` },
        },
      );
    },
    [client, language, levelNow, submit, sendOrWait],
  );

  /** The levels before a clause was marked as known, by command id. */
  const before = useRef(new Map<string, Readonly<Record<string, Level>>>());

  /** Resolves to whether it was stored. */
  const knowClause = useCallback(
    (id: string, fragments: readonly string[], address: ClauseAddress): Promise<boolean> => {
      const body = { ...address, level: 'IV' as const };
      before.current.set(id, Object.fromEntries(fragments.map(fragment => [fragment, levelNow(fragment)])));
      return submit(marksOf(Object.fromEntries(fragments.map(fragment => [fragment, 'IV']))), {
        id,
        send: () =>
          sendOrWait({ kind: 'clause', id, group: id, body }, () =>
            client.call(markClause, { body, commandId: id }),
          ),
        failed: { fragment: null, what: 'The clause' },
      });
    },
    [client, levelNow, submit, sendOrWait],
  );

  const undoClause = useCallback(
    (commandId: string): Promise<boolean> => {
      const levels = Object.entries(before.current.get(commandId) ?? {});
      const id = uuidv7();
      const body = { languageId: language, commandId };
      return submit(marksOf(Object.fromEntries(levels.filter(([fragment]) => levelNow(fragment) === 'IV'))), {
        id,
        send: () =>
          sendOrWait({ kind: 'undo', id, group: id, body }, () =>
            client.call(undoCommand, { body, commandId: id }),
          ),
        failed: { fragment: null, what: 'The undo' },
      });
    },
    [client, language, levelNow, submit, sendOrWait],
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
