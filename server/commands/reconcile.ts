import { reconciliationJob } from '../jobs/reconciliation.ts';
import { runJobNow } from '../jobs/run-jobs.ts';
import { argumentsOf, type OperatorCommand, refuseArguments } from './command.ts';
import { withDatabase } from './database.ts';

/** How long somebody may take to begin, in seconds. */
const PATIENCE = 15;

/** Compares every subscription with the payment provider, and mends what differs. */
export const reconcileCommand: OperatorCommand = {
  name: 'reconcile',
  usage: '',
  summary: 'Compares every subscription with the payment provider, and mends what its webhooks lost.',
  run: (args, { configuration, say, signal }) => {
    refuseArguments(argumentsOf(args, {}).positionals);
    return withDatabase(configuration, async ({ url, alone }) => {
      if (alone) throw new Error('the app does not run: it is the app that asks the payment provider');
      for (const line of await runJobNow(url, reconciliationJob, { signal, patienceSeconds: PATIENCE }))
        say(line);
    });
  },
};
