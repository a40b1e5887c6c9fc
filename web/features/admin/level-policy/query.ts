import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../../facade/client/client.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import { levelPolicy } from '../../../../facade/level-policies.ts';

export type State = ReplyOf<typeof levelPolicy>;

/** Refetched while visible: every second during a switch. */
export function levelPolicyQuery(client: Client) {
  return queryOptions({
    queryKey: ['level-policy'],
    queryFn: ({ signal }) => client.call(levelPolicy, { signal }),
    refetchInterval: ({ state }) => (state.data?.newest?.state === 'running' ? 1_000 : 10_000),
    refetchOnMount: 'always',
  });
}
