import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { updateBookProgress } from '../../../../facade/vocabularies.ts';
import { profileQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';

/** Milliseconds between two updates of the book progress (spec 9). */
const PROGRESS_INTERVAL = 600_000;

/**
 * Reads the book progress at an interval.
 * @param changed the vocabulary has changed since the last time; otherwise nothing is read (spec 7)
 */
export function useBookProgress(changed: RefObject<boolean>): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!changed.current) return;
      changed.current = false;
      client
        .call(updateBookProgress)
        .then(({ bookProgress }) =>
          queries.setQueryData(profileQuery(client).queryKey, now => now && { ...now, bookProgress }),
        )
        .catch(error => console.error('the book progress was not updated', error));
    }, PROGRESS_INTERVAL);
    return () => clearInterval(timer);
  }, [client, queries, changed]);
}
