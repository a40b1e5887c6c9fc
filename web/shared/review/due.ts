import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import type { QueryOf } from '../../../facade/endpoint.ts';
import { review } from '../../../facade/review.ts';

/** The scope: everything due, or the mistakes of a chapter or a day. */
export type ReviewScope = Omit<QueryOf<typeof review>, 'limit' | 'mistakes'>;

/** The numbers of due fragments. */
export function dueQuery(client: Client, asked: ReviewScope = {}) {
  return queryOptions({
    queryKey: ['review', asked],
    queryFn: ({ signal }) => client.call(review, { query: { ...asked, limit: 0 }, signal }),
  });
}
