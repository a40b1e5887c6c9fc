import { bandOf, displayedBand } from '../../../domain/vocabulary/bands.ts';

/**
 * A level that is reached during a sitting is celebrated at its end, because the celebration locks input for ten seconds
 * (spec 4). Until then the bar shows the old count.
 * @param gained increase of the known count
 * @param over the sitting has ended
 * @param celebrated the celebration has ended
 * @returns the count to show, and the level to celebrate now
 */
export function celebrationOf({
  knownBefore,
  gained,
  over,
  celebrated,
}: {
  readonly knownBefore: number;
  readonly gained: number;
  readonly over: boolean;
  readonly celebrated: boolean;
}): { readonly shown: number; readonly level: string | undefined } {
  const known = knownBefore + gained;
  if (celebrated || bandOf(known).from <= bandOf(knownBefore).from) return { shown: known, level: undefined };
  return { shown: knownBefore, level: over ? displayedBand(known) : undefined };
}
