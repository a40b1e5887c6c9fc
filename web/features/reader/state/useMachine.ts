import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { isCovered, type Learner, type ReadingState } from './state.ts';
import { type Action, type Effect, transition } from './transition.ts';

/** Length of the cooldown after a change of card, in milliseconds (spec 9). */
export const COOLDOWN = 500;

/**
 * Runs the reader's state machine with clock and random seeds, and performs each effect once.
 * @param isKnown whether the learner knows a fragment now
 * @param limits from the learner's pace; undefined: the default
 */
export function useMachine(
  open: () => ReadingState,
  isKnown: (fragment: string) => boolean,
  perform: (effect: Effect, state: ReadingState) => void,
  limits?: Learner['limits'],
): readonly [ReadingState, (action: Action) => void] {
  const [state, setState] = useState(open);
  const now = useRef(state);
  const latest = useRef({ isKnown, perform, limits });
  useLayoutEffect(() => {
    latest.current = { isKnown, perform, limits };
  });

  const dispatch = useCallback((action: Action) => {
    const [next, effects] = transition(now.current, action, {
      now: performance.now(),
      seed: uuidv7(),
      isKnown: latest.current.isKnown,
      limits: latest.current.limits,
    });
    now.current = next;
    // The press is rendered first, and its consequences after it.
    if (action.type === 'opened') startTransition(() => setState(next));
    else setState(next);
    for (const effect of effects) latest.current.perform(effect, next);
  }, []);

  const cools = state.cooling && !isCovered(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each change of card starts a new cooldown.
  useEffect(() => {
    if (!cools) return;
    const timer = setTimeout(() => dispatch({ type: 'cooled' }), COOLDOWN);
    return () => clearTimeout(timer);
  }, [cools, state.changes, dispatch]);

  return [state, dispatch];
}
