import {
  failureOf,
  firstBuilds,
  type ProjectionStatus,
  projectionStatuses,
} from '../../projections/runner/control.ts';
import { queriedProjections } from '../../query-api/consistency.ts';
import type { RunningJobs } from '../jobs/run-jobs.ts';
import type { RunningProjections } from '../projections.ts';
import type { ProcessRole } from '../setting-schemas.ts';
import type { Stores } from '../stores.ts';
import type { HealthChecks } from './health.ts';

/** What a process needs to be ready, by its roles. */
export function readinessChecks(
  roles: readonly ProcessRole[],
  { connection: { pool }, events }: Stores,
  {
    projections,
    jobs,
  }: {
    readonly projections: RunningProjections | undefined;
    readonly jobs: () => RunningJobs | undefined;
  },
): HealthChecks {
  return {
    database: async () => {
      await pool.query('select 1');
      return 'ready';
    },
    ...(events && {
      log: async () => {
        await events.log.head();
        return 'ready';
      },
    }),
    ...(roles.includes('query-api') && {
      readModels: async () => {
        const building = await firstBuilds(pool, queriedProjections);
        return building.length ? `being built: ${building.join(', ')}` : 'ready';
      },
    }),
    ...(projections && {
      projections: async () => {
        if (projections.haveEnded()) return 'ended';
        const failed = (await projectionStatuses(pool)).filter(({ status }) => status === 'Failed');
        if (failed.length === 0) return 'ready';
        const reasons = `failed: ${failed.map(failureText).join('; ')}`;
        // Where nothing but projections runs, a failed one means that a new version must not be rolled out further.
        return roles.every(role => role === 'projections') ? reasons : { degraded: reasons };
      },
      jobs: async () => (jobs()?.haveStarted() === false ? { degraded: 'not started' } : 'ready'),
    }),
  };
}

function failureText(build: ProjectionStatus): string {
  const name = build.stage === 'building' ? `rebuild of ${build.projection}` : build.projection;
  return `${name}, ${failureOf(build, 'anybody')}`;
}
