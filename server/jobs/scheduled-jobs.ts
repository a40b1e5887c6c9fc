import type { Stripe } from 'stripe';
import { cancelForDeletedAccounts } from '../../command-api/billing/deleted-accounts.ts';
import { duplicateMail } from '../../command-api/billing/duplicate-mail.ts';
import { deleteAtProvider, type ProviderDeletion } from '../../command-api/collect/provider.ts';
import type { MailQueue } from '../../command-api/mail/queue.ts';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { learnerStreams } from '../learner-streams.ts';
import { requireLogInUse } from '../log-in-use.ts';
import type { Stores } from '../stores.ts';
import { editionJob } from './edition.ts';
import { fitSchedulesJob } from './fit-schedules.ts';
import { followLevelPolicy } from './level-policy.ts';
import { reconciliation } from './reconciliation.ts';
import { retention } from './retention.ts';
import { type RunningJobs, startJobsInBackground } from './run-jobs.ts';

/** Starts all scheduled jobs. The process does not wait for them to start; failures are reported. */
export function startJobs({
  stores: { databaseUrl, connection, events },
  mail,
  stripe,
  analytics,
  publicUrl,
  report,
}: {
  readonly stores: Stores;
  readonly mail: MailQueue;
  readonly stripe: Stripe;
  /** Undefined: nothing is counted at a provider. */
  readonly analytics: ProviderDeletion | undefined;
  readonly publicUrl: string;
  readonly report: (line: string) => void;
}): RunningJobs {
  if (!events) throw new Error('reconciliation needs a log');
  const { db, pool } = connection;
  const log = requireLogInUse(events.log, pool);
  const commands = aggregates(log, { snapshots: events.snapshots, report });
  const histories = learnerStreams(log);
  return startJobsInBackground({
    databaseUrl,
    jobs: [
      retention(pool),
      {
        name: 'end-forgotten-subscriptions',
        cron: '* * * * *',
        run: () => cancelForDeletedAccounts(db, stripe),
      },
      ...(analytics
        ? [
            {
              name: 'delete-at-analytics-provider',
              cron: '*/5 * * * *',
              run: () => deleteAtProvider(db, analytics),
            },
          ]
        : []),
      reconciliation({
        db,
        stripe,
        aggregates: commands,
        mailDuplicate: duplicateMail({ db, queueMail: mail.post, publicUrl }),
      }),
      editionJob({ db, aggregates: commands }),
      followLevelPolicy({ db, aggregates: commands, histories }),
      fitSchedulesJob({ db, histories }),
    ],
    report,
  });
}
