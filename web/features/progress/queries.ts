import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import { activity, chapterMap, coverage, knownCounts } from '../../../facade/progress.ts';

/**
 * The figures of the page, one query each, so that they fail independently. They are read again whenever the page is opened.
 */

export function chapterMapQuery(client: Client) {
  return queryOptions({
    queryKey: ['progress', 'chapters'],
    queryFn: ({ signal }) => client.call(chapterMap, { signal }),
    refetchOnMount: 'always',
  });
}

export function coverageQuery(client: Client) {
  return queryOptions({
    queryKey: ['progress', 'coverage'],
    queryFn: ({ signal }) => client.call(coverage, { signal }),
    refetchOnMount: 'always',
  });
}

export function knownCountsQuery(client: Client, languageId: string) {
  return queryOptions({
    queryKey: ['progress', 'known', languageId],
    queryFn: ({ signal }) => client.call(knownCounts, { query: { languageId }, signal }),
    refetchOnMount: 'always',
  });
}

export function activityQuery(client: Client) {
  return queryOptions({
    queryKey: ['progress', 'activity'],
    queryFn: ({ signal }) => client.call(activity, { signal }),
    refetchOnMount: 'always',
  });
}
