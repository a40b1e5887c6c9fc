import { useLayoutEffect, useRef } from 'react';
import { bandOf, displayedBand } from '../../../../domain/vocabulary/bands.ts';
import type { Action } from '../state/transition.ts';

/** A new level is celebrated before it is shown. */
export function useLevelReached(knownCount: number, dispatch: (action: Action) => void): void {
  const countBefore = useRef(knownCount);
  useLayoutEffect(() => {
    const before = countBefore.current;
    countBefore.current = knownCount;
    if (bandOf(knownCount).from > bandOf(before).from)
      dispatch({ type: 'level reached', level: displayedBand(knownCount), knownBefore: before });
  }, [knownCount, dispatch]);
}
