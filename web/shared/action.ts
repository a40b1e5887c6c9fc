import { useState } from 'react';

type State<Result> =
  | { readonly stage: 'idle' | 'pending' }
  | { readonly stage: 'done'; readonly result: Result }
  | { readonly stage: 'failed'; readonly failure: unknown };

/** State of a call that the user starts, for public pages, which do not load the query library. */
export function useAction<Given extends readonly unknown[], Result>(
  act: (...given: Given) => Promise<Result>,
): State<Result> & { readonly run: (...given: Given) => void; readonly reset: () => void } {
  const [state, setState] = useState<State<Result>>({ stage: 'idle' });
  return {
    ...state,
    run: (...given) => {
      setState({ stage: 'pending' });
      act(...given).then(
        result => setState({ stage: 'done', result }),
        (failure: unknown) => setState({ stage: 'failed', failure }),
      );
    },
    reset: () => setState({ stage: 'idle' }),
  };
}
