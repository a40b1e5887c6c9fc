import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import { kept } from '../../../facade/kept.ts';

export type Kept = ReplyOf<typeof kept>[number];

/** A fragment or a clause of a sentence that can be kept. */
export type Keepable =
  | { readonly fragmentId: string; readonly sentenceId?: undefined }
  | { readonly sentenceId: string; readonly clause: number; readonly fragmentId?: undefined };

/** Everything the learner keeps. */
export function keptQuery(client: Client) {
  return queryOptions({ queryKey: ['kept'], queryFn: ({ signal }) => client.call(kept, { signal }) });
}

export function isOf({ fragment, clause }: Kept, thing: Keepable): boolean {
  if (thing.fragmentId !== undefined) return fragment?.id === thing.fragmentId;
  return clause?.sentenceId === thing.sentenceId && clause.clause === thing.clause;
}
