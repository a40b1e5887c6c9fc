import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../../facade/client/client.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import { previewRebuild, projections } from '../../../../facade/projections.ts';

export type Projection = ReplyOf<typeof projections>['projections'][number];

/** Refetched every second while visible. */
export function projectionsQuery(client: Client) {
  return queryOptions({
    queryKey: ['projections'],
    queryFn: ({ signal }) => client.call(projections, { signal }),
    refetchInterval: 1_000,
    refetchOnMount: 'always',
  });
}

export function previewQuery(client: Client) {
  return queryOptions({
    queryKey: ['projections', 'preview'],
    queryFn: ({ signal }) => client.call(previewRebuild, { signal }),
    // An estimate is valid only at the time of the request.
    staleTime: 0,
    gcTime: 0,
  });
}
