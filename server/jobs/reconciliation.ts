import { type Reconciliation, reconcileAll } from '../../command-api/billing/reconcile-all.ts';
import type { ScheduledJob } from './run-jobs.ts';

export const reconciliationJob = 'reconcile-subscriptions';

/** Runs every night. */
export function reconciliation(dependencies: Parameters<typeof reconcileAll>[0]): ScheduledJob {
  return {
    name: reconciliationJob,
    cron: '20 3 * * *',
    run: async signal => linesOf(await reconcileAll(dependencies, { at: new Date().toISOString(), signal })),
  };
}

function linesOf({ checked, mended, failed }: Reconciliation): readonly string[] {
  return [
    ...mended,
    ...failed.map(line => `not reconciled: ${line}`),
    `${checked} checked, ${mended.length} corrected, ${failed.length} failed`,
  ];
}
