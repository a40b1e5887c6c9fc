import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import { chapterMap, coverage } from '../../../facade/progress.ts';

/** The figures of the page, each read by itself and again whenever the page is opened: one that fails leaves the others. */

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
