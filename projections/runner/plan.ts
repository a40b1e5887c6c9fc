import type { Projection } from '../projection.ts';
import type { Build, Control } from './builds/builds.ts';

/** The next actions of a leader, derived from a projection's builds and the operators' requests. */
export interface Plan {
  readonly live: Build;
  /** Whether this process may write to the live build: it runs the same version and follows the same log. */
  readonly writable: boolean;
  /** A build in progress that must be removed: of an older version, older than the last request, or cancelled. */
  readonly obsolete: Build | undefined;
  /** The build that will replace the live one; `'to start'` when it does not exist yet. */
  readonly replacement: Build | 'to start' | undefined;
  /** Retired builds whose tables can be dropped, because no query still reads them. */
  readonly expired: readonly Build[];
}

/** Seconds for which the tables of a retired build are kept, for queries that started before the swap. */
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
  const isCurrent = (build: Build) =>
    build.version === version && build.replay >= replays && !hasMoved(build);
  const newer = Math.max(live.version, building?.version ?? 0) > version;
  const needsRebuild = !newer && !isCurrent(live);
  return {
    live,
    writable: live.version === version && !hasMoved(live),
    obsolete: building && !newer && (!needsRebuild || !isCurrent(building)) ? building : undefined,
    replacement: !needsRebuild ? undefined : building && isCurrent(building) ? building : 'to start',
    expired: builds.filter(({ retiredSeconds }) => (retiredSeconds ?? 0) > GRACE),
  };
}
