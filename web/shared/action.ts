import { useRef, useState } from 'react';

type State<Result> =
  | { readonly stage: 'idle' | 'pending' }
  | { readonly stage: 'done'; readonly result: Result }
  | { readonly stage: 'failed'; readonly failure: unknown };

/** State of the last call that the user started, for public pages, which do not load the query library. */
export function useAction<Given extends readonly unknown[], Result>(
  act: (...given: Given) => Promise<Result>,
): State<Result> & { readonly run: (...given: Given) => void; readonly reset: () => void } {
  const [state, setState] = useState<State<Result>>({ stage: 'idle' });
  const latest = useRef(0);
  const begin = (next: State<Result>) => {
    latest.current += 1;
    const run = latest.current;
    setState(next);
    // A slower earlier call must not replace the state of a later one.
    return (ended: State<Result>) => {
      if (run === latest.current) setState(ended);
    };
  };
  return {
    ...state,
    run: (...given) => {
      const end = begin({ stage: 'pending' });
      act(...given).then(
        result => end({ stage: 'done', result }),
        (failure: unknown) => end({ stage: 'failed', failure }),
      );
    },
    reset: () => void begin({ stage: 'idle' }),
  };
}
