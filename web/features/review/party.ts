import { bandOf, displayedBand } from '../../../domain/vocabulary/bands.ts';

/**
 * A level that a sitting reaches is celebrated at its end, because the celebration locks input for ten seconds (spec 4).
 * Until that is past, the bar shows the count from before.
 * @param gained what the known count rose by
 * @returns the count to show, and the level to celebrate now
 */
export function partyOf({
  knownBefore,
  gained,
  over,
  past,
}: {
  readonly knownBefore: number;
  readonly gained: number;
  readonly over: boolean;
  readonly past: boolean;
}): { readonly shown: number; readonly level: string | undefined } {
  const known = knownBefore + gained;
  if (past || bandOf(known).from <= bandOf(knownBefore).from) return { shown: known, level: undefined };
  return { shown: knownBefore, level: over ? displayedBand(known) : undefined };
}
