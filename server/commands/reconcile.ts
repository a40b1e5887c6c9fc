import { reconciliationJob } from '../jobs/reconciliation.ts';
import { runJobNow } from '../jobs/run-jobs.ts';
import { argumentsOf, type OperatorCommand, refuseArguments } from './command.ts';
import { withDatabase } from './database.ts';

/** How long a process may take to start the job, in seconds. */
const START_TIMEOUT_SECONDS = 15;

/** Compares every subscription with the payment provider and corrects differences. */
export const reconcileCommand: OperatorCommand = {
  name: 'reconcile',
  usage: '',
  summary: 'Compares every subscription with the payment provider and corrects differences.',
  run: (args, { configuration, print, signal }) => {
    refuseArguments(argumentsOf(args, {}).positionals);
    return withDatabase(configuration, async ({ url, isAppStopped }) => {
      if (isAppStopped) throw new Error('the app does not run: it is the app that asks the payment provider');
      for (const line of await runJobNow(url, reconciliationJob, {
        signal,
        startTimeoutSeconds: START_TIMEOUT_SECONDS,
      }))
        print(line);
    });
  },
};
