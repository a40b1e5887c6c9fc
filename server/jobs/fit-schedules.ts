import { fitSchedules } from '../../command-api/review/fit-schedules.ts';
import { loadOptimiser, type Optimiser } from '../../scheduling/fitting/optimiser.ts';
import type { ScheduledJob } from './run-jobs.ts';

/** Below the hour after which a job counts as lost. */
const LONGEST = 40 * 60_000;

/** Fits the review schedule to each learner who has answered enough; runs every night. */
export function fitSchedulesJob(
  dependencies: Omit<Parameters<typeof fitSchedules>[0], 'optimise'>,
): ScheduledJob {
  return {
    name: 'fit-schedules',
    cron: '20 2 * * *',
    run: async signal => {
      let optimise: Optimiser;
      try {
        optimise = await loadOptimiser();
      } catch (error) {
        return [`schedules stay as they are: ${error instanceof Error ? error.message : error}`];
      }
      const run = { now: () => new Date(), signal, longest: LONGEST };
      const { read, tried, kept, failed, done } = await fitSchedules({ ...dependencies, optimise }, run);
      return [
        ...failed.map(line => `not fitted: ${line}`),
        ...(read > 0 || !done ? [`histories read: ${read}, schedules fitted: ${tried}, kept: ${kept}`] : []),
        ...(done ? [] : ['not every learner was reached; the next run continues']),
      ];
    },
  };
}
