import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keepClause, keepFragment, letGo } from '../../../facade/kept.ts';
import { messageOf } from '../failures.ts';
import { useClient } from '../session.tsx';
import { isOf, type Keepable, keptQuery } from './kept.ts';

/** Whether something is kept, and its note; functions to keep and remove it. */
export function useKeep(thing: Keepable) {
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useQuery(keptQuery(client));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /**
   * @param failed what is said if it fails
   * @returns whether it was stored
   */
  async function perform(failed: string, send: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      await send();
      await queries.invalidateQueries({ queryKey: ['kept'] });
      return true;
    } catch (error) {
      setFailure(`${failed}: ${messageOf(error) ?? 'no server response'}`);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const kept = data && (data.find(one => isOf(one, thing)) ?? null);
  const isKept = Boolean(kept);
  return {
    /** Undefined while loading. */
    kept,
    busy,
    /** What was not done, and why; null: nothing failed. */
    failure,
    keep: (note: string) =>
      perform(isKept ? 'The note was not saved' : 'It was not kept', () =>
        thing.fragmentId !== undefined
          ? client.call(keepFragment, { body: { fragmentId: thing.fragmentId, note } })
          : client.call(keepClause, { body: { sentenceId: thing.sentenceId, clause: thing.clause, note } }),
      ),
    letGo: (id: string) => perform('It was not removed', () => client.call(letGo, { params: { id } })),
  };
}
