import { followSwitch } from '../../command-api/vocabulary/level-policy/follow-switch.ts';
import type { ScheduledJob } from './run-jobs.ts';

export const levelPolicyJob = 'follow-level-policy';

/** Follows a switch of the level policy. It is started on request, and every minute in case a process died. */
export function followLevelPolicy(dependencies: Parameters<typeof followSwitch>[0]): ScheduledJob {
  return {
    name: levelPolicyJob,
    cron: '* * * * *',
    run: async signal => {
      const switched = await followSwitch(dependencies, { now: () => new Date().toISOString(), signal });
      return switched === undefined ? [] : [`${switched} vocabularies switched to another level policy`];
    },
  };
}
