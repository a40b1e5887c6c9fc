import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import { words } from '../../../facade/story.ts';

export const wordsKey = ['words'] as const;

/** Everything the learner has met, read again whenever the page is opened. */
export function wordsQuery(client: Client) {
  return queryOptions({
    queryKey: wordsKey,
    queryFn: ({ signal }) => client.call(words, { signal }),
    refetchOnMount: 'always',
    // Comparing 20,000 rows with those before costs more than drawing those that are in sight.
    structuralSharing: false,
  });
}
