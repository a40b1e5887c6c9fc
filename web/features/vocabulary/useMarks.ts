import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import type { Message } from '../../shared/outbox/outbox.ts';
import { useClient, useSession, useSessionActions } from '../../shared/session.tsx';
import { fragmentsIn, restored, withDues, withLevels } from './glossary/glossary.ts';
import { useListChanges } from './useListChanges.ts';
import { MAX_WORDS_READ, wordsKey, wordsNow, wordsOf } from './words-query.ts';

/** The outcome of the last action. */
export interface Outcome {
  readonly text: string;
  /** The commands that an undo would revert, by language. */
  readonly undo?: readonly { readonly languageId: string; readonly commandId: string }[];
  readonly failed?: true;
}

/** Loaded separately, because the list can be read before anything is marked. */
const loadOutboxes = () => import('../../shared/outbox/outboxes.ts');

/** Milliseconds until due dates are read again that were still those from before the marks. */
const AGAIN = 1_000;

/**
 * Marks many fragments at once, as an optimistic update. The outbox sends the commands, also after the page is left (decision
 * 33); a notice above every page shows unsent and refused ones.
 */
export function useMarks() {
  const session = useSessionActions();
  const learner = useSession().learner ?? '';
  const client = useClient();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** Called when a command was undone whose old levels are not known here. */
  const outdated = useRef(false);
  /** Ids of fragments that were marked, and whose new due date is not known yet. */
  const marked = useRef(new Set<string>());

  const { change, sending, stored, refused } = useListChanges();

  /** Counts up when the due dates that were read were those from before the marks. */
  const [stale, setStale] = useState(0);

  /** Reads the due dates of the marked fragments once the server has stored the marks. */
  const readDues = useCallback(() => {
    const ids = [...marked.current];
    marked.current.clear();
    if (ids.length === 0) return;
    const again = () => {
      for (const id of ids) marked.current.add(id);
      setStale(times => times + 1);
    };
    if (ids.length > MAX_WORDS_READ) void queries.invalidateQueries({ queryKey: wordsKey });
    else
      wordsOf(client, ids, again).then(
        later => change(reply => withDues(reply, later)),
        // The next read of the list includes them.
        () => {},
      );
  }, [client, queries, change]);
  useEffect(() => {
    if (stale === 0) return;
    const timer = setTimeout(readDues, AGAIN);
    return () => clearTimeout(timer);
  }, [stale, readDues]);

  useEffect(() => {
    let end: (() => void) | undefined;
    let here = true;
    loadOutboxes().then(
      ({ outboxOf }) => {
        if (!here) return;
        end = outboxOf(session, learner).onNews(news => {
          if (news.type === 'refused') {
            outdated.current = true;
            refused();
          }
          if (news.type !== 'emptied') return;
          stored();
          const names = ['vocabularies', 'known-count', 'story', 'review'];
          for (const name of outdated.current ? [...names, ...wordsKey] : names)
            void queries.invalidateQueries({ queryKey: [name] });
          if (outdated.current) marked.current.clear();
          outdated.current = false;
          readDues();
        });
      },
      // A mark says so.
      () => {},
    );
    return () => {
      here = false;
      end?.();
    };
  }, [session, learner, queries, readDues, stored, refused]);

  const send = useCallback(
    (messages: readonly Message[]) => {
      sending();
      loadOutboxes()
        .then(({ outboxOf }) => outboxOf(session, learner).add(messages))
        .catch(error => {
          console.error('marks could not be kept', error);
          void queries.invalidateQueries({ queryKey: wordsKey });
          setOutcome({ text: 'That was not saved: something went wrong', failed: true });
        });
    },
    [session, learner, queries, sending],
  );

  /** The fragments before the last action, for the optimistic update of an undo. */
  const before = useRef<
    readonly { readonly commandId: string; readonly old: ReturnType<typeof fragmentsIn> }[]
  >([]);

  /**
   * Marks the fragments that have another level: a command without a change could not be undone.
   * @param text what is said, when there is a change and when there is none
   * @param marks the wanted levels, by language
   */
  const mark = useCallback(
    (
      text: { readonly changed: string; readonly unchanged: string },
      marks: ReadonlyMap<string, ReadonlyMap<string, Level>>,
    ) => {
      const acts = Array.from(marks, ([languageId, wanted]) => {
        const reply = wordsNow(queries);
        const old = reply
          ? fragmentsIn(reply, wanted.keys()).filter(tuple => tuple[5] !== wanted.get(tuple[0]))
          : [];
        const levels = new Map(old.map(([id]) => [id, wanted.get(id) ?? 'new']));
        const fragments = Array.from(levels, ([fragmentId, level]) => ({ fragmentId, level }));
        return { languageId, commandId: uuidv7(), old, levels, fragments };
      }).filter(({ old }) => old.length > 0);
      if (acts.length === 0) return setOutcome({ text: text.unchanged });
      for (const { levels } of acts) {
        change(reply => withLevels(reply, levels));
        for (const id of levels.keys()) marked.current.add(id);
      }
      send(
        acts.map(({ commandId: id, languageId, fragments }) => ({
          kind: 'marks',
          id,
          group: id,
          body: { languageId, fragments },
        })),
      );
      before.current = acts;
      setOutcome({ text: text.changed, undo: acts });
    },
    [queries, change, send],
  );

  const undo = useCallback(() => {
    if (!outcome?.undo) return;
    for (const { commandId } of outcome.undo) {
      const old = before.current.find(one => one.commandId === commandId)?.old;
      if (old) change(reply => restored(reply, old));
      else outdated.current = true;
    }
    send(
      outcome.undo.map(({ languageId, commandId }) => {
        const id = uuidv7();
        return { kind: 'undo', id, group: id, body: { languageId, commandId } };
      }),
    );
    setOutcome({ text: 'Undone' });
  }, [outcome, change, send]);

  return { mark, undo, outcome, setOutcome };
}
