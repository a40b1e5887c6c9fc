import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { isPassing } from '../../../facade/client/failure.ts';
import { markFragments, undoCommand } from '../../../facade/vocabularies.ts';
import { messageOf } from '../../shared/failures.ts';
import { useClient } from '../../shared/session.tsx';
import { fragmentsIn, restored, type WordsReply, withLevels } from './glossary/glossary.ts';
import { wordsKey } from './words-query.ts';

/** What was done last, or why it was not. */
export interface Outcome {
  readonly text: string;
  /** There is something to undo: its commands, by language. */
  readonly undo?: readonly { readonly languageId: string; readonly commandId: string }[];
  readonly failed?: true;
}

interface Send {
  readonly send: () => Promise<unknown>;
  /** Takes the change back on the screen. */
  readonly revert: () => void;
}

/** Marks many fragments at once; shown at once, sent one after another, kept while there is no network. */
export function useMarks() {
  const client = useClient();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const queue = useRef<Send[]>([]);
  const [waiting, setWaiting] = useState(0);
  const sending = useRef(false);

  const change = useCallback(
    (change: (reply: WordsReply) => WordsReply) =>
      queries.setQueryData<WordsReply>(wordsKey, reply => reply && change(reply)),
    [queries],
  );

  const flush = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      try {
        await next.send();
        queue.current.shift();
      } catch (failure) {
        if (isPassing(failure)) break;
        queue.current.shift();
        next.revert();
        setOutcome({
          text: `That was not saved: ${messageOf(failure) ?? 'something went wrong'}`,
          failed: true,
        });
      }
    }
    sending.current = false;
    setWaiting(queue.current.length);
    if (queue.current.length === 0)
      for (const name of ['vocabularies', 'known-count', 'story', 'review'])
        void queries.invalidateQueries({ queryKey: [name] });
  }, [queries]);

  useEffect(() => {
    const online = () => void flush();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, [flush]);

  const enqueue = useCallback(
    (send: Send) => {
      queue.current.push(send);
      void flush();
    },
    [flush],
  );

  /** @param marks wanted levels by language */
  const mark = useCallback(
    (text: string, marks: ReadonlyMap<string, ReadonlyMap<string, Level>>) => {
      const undo = [...marks].map(([languageId, levels]) => {
        const commandId = uuidv7();
        const reply = queries.getQueryData<WordsReply>(wordsKey);
        const old = reply ? fragmentsIn(reply, new Set(levels.keys())) : [];
        const fragments = Array.from(levels, ([fragmentId, level]) => ({ fragmentId, level }));
        change(reply => withLevels(reply, levels));
        enqueue({
          send: () => client.call(markFragments, { commandId, body: { languageId, fragments } }),
          revert: () => void change(reply => restored(reply, old)),
        });
        return { languageId, commandId, old };
      });
      before.current = undo;
      setOutcome({ text, undo });
    },
    [client, queries, change, enqueue],
  );

  /** The fragments before the last act: what an undo shows at once. */
  const before = useRef<
    readonly { readonly commandId: string; readonly old: ReturnType<typeof fragmentsIn> }[]
  >([]);

  const undo = useCallback(() => {
    if (!outcome?.undo) return;
    for (const { languageId, commandId } of outcome.undo) {
      const old = before.current.find(one => one.commandId === commandId)?.old;
      if (old) change(reply => restored(reply, old));
      const id = uuidv7();
      enqueue({
        send: async () => {
          await client.call(undoCommand, { commandId: id, body: { languageId, commandId } });
          if (!old) void queries.invalidateQueries({ queryKey: wordsKey });
        },
        revert: () => void queries.invalidateQueries({ queryKey: wordsKey }),
      });
    }
    setOutcome({ text: 'Undone' });
  }, [client, queries, outcome, change, enqueue]);

  return { mark, undo, outcome, tell: setOutcome, waiting, retry: flush };
}
