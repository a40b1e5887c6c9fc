import { useCallback, useEffect, useRef, useState } from 'react';
import type { LevelPolicy } from '../../../../domain/vocabulary/level-policies.ts';
import { previewLevelPolicy } from '../../../../facade/level-policies.ts';
import { useClient } from '../../../shared/session.tsx';
import { adminMessage } from '../replies.ts';
import { type Page, SAMPLE, together } from './summing.ts';

export type Scope = 'sample' | 'all';

export interface Previewing {
  readonly policy: LevelPolicy;
  readonly scope: Scope;
  readonly going: boolean;
  readonly sum: Page | undefined;
  readonly failure: string | undefined;
}

/** Loads a preview page by page until it is stopped. 'All' continues after the sample. */
export function usePreview() {
  const client = useClient();
  const [state, setState] = useState<Previewing>();
  const asking = useRef<AbortController>(undefined);
  const stop = useCallback(() => asking.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const start = useCallback(
    async (policy: LevelPolicy, scope: Scope, before: Page | undefined) => {
      asking.current?.abort();
      const mine = new AbortController();
      asking.current = mine;
      const { signal } = mine;
      const isDone = (sum: Page) => sum.next === null || (scope === 'sample' && sum.vocabularies >= SAMPLE);
      let sum = before;
      setState({ policy, scope, sum, going: true, failure: undefined });
      let failure: string | undefined;
      try {
        while (!signal.aborted && !(sum && isDone(sum))) {
          const after = sum?.next;
          const most = scope === 'sample' ? SAMPLE - (sum?.vocabularies ?? 0) : undefined;
          const query = {
            policy,
            ...(typeof after === 'string' && { after }),
            ...(most !== undefined && { most: String(most) }),
          };
          sum = together(sum, await client.call(previewLevelPolicy, { query, signal }));
          if (asking.current === mine) setState({ policy, scope, sum, going: true, failure: undefined });
        }
      } catch (error) {
        if (!signal.aborted) failure = adminMessage(error);
      }
      if (asking.current === mine) setState({ policy, scope, sum, going: false, failure });
    },
    [client],
  );
  return { preview: state, start, stop };
}
