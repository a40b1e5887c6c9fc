import type { Projection } from '../projection.ts';
import type { Build, Control } from './build/state.ts';

/** What there is to do for a projection, seen from its builds and what operators ask. */
export interface Plan {
  readonly live: Build;
  /** Whether this process may write to the live build: it knows its version, and follows the log it came from. */
  readonly ours: boolean;
  /** The build beside it that nobody wants any more: of an older version, or from before the last request. */
  readonly unwanted: Build | undefined;
  /** The build that is to replace the live one; `'to begin'` when there is none yet. */
  readonly replacement: Build | 'to begin' | undefined;
  /** Builds that were replaced so long ago that no query can be reading them. */
  readonly outlived: readonly Build[];
}

/** Seconds that the tables of a retired build are kept, for queries that began before the swap. */
const GRACE = 60;

/**
 * @param logId the log that is followed
 * @throws Error when there is no live build: `prepareReadModels` makes the first
 */
export function planOf(
  { name, version }: Pick<Projection, 'name' | 'version'>,
  builds: readonly Build[],
  { replays, movedTo }: Control,
  logId: string,
): Plan {
  const live = builds.find(({ stage }) => stage === 'live');
  if (!live) throw new Error(`${name} has no live build`);
  const building = builds.find(({ stage }) => stage === 'building');
  const hasMoved = (build: Build) => build.logId !== null && build.logId !== logId && movedTo === logId;
  const answers = (build: Build) => build.version === version && build.replay >= replays && !hasMoved(build);
  const newer = Math.max(live.version, building?.version ?? 0) > version;
  const wanted = !newer && !answers(live);
  return {
    live,
    ours: live.version === version && !hasMoved(live),
    unwanted: building && !newer && !answers(building) ? building : undefined,
    replacement: !wanted ? undefined : building && answers(building) ? building : 'to begin',
    outlived: builds.filter(({ retiredSeconds }) => (retiredSeconds ?? 0) > GRACE),
  };
}
