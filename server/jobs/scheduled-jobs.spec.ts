import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { createCheckout } from '../../facade/billing.ts';
import { learningApp } from '../../tooling/testing/learning-app.ts';
import { setLogInUse } from '../log-in-use.ts';
import { sandboxBilling } from '../payment-provider.ts';
import { reconciliationJob } from './reconciliation.ts';
import { runJobNow } from './run-jobs.ts';
import { startJobs } from './scheduled-jobs.ts';

test('a job writes nothing into a log that is not the one in use, and says why', async () => {
  const app = await learningApp({ projecting: false, webhooks: false });
  onTestFinished(app.close);
  const learner = await app.learner('payer');
  const { body } = await app.call(createCheckout, learner, { body: { lookup_key: 'standard_monthly' } });
  app.payments.provider.pay(new URL(body.url).pathname.split('/').at(-1) ?? '');
  await setLogInUse(app.pool, randomUUID());

  const databaseUrl = app.pool.options.connectionString ?? '';
  const nothing = async () => {};
  const { stop } = startJobs({
    stores: {
      databaseUrl,
      connection: { db: app.db, pool: app.pool, close: nothing },
      events: { log: app.log, snapshots: await postgresSnapshots(app.pool) },
      histories: undefined,
      close: nothing,
    },
    mail: { post: nothing, close: nothing },
    stripe: sandboxBilling(app.payments).stripe,
    analytics: undefined,
    publicUrl: app.origin,
    report: () => {},
  });
  onTestFinished(stop);
  const signal = new AbortController().signal;
  // The queue is made in the background.
  const run = () =>
    runJobNow(databaseUrl, reconciliationJob, { signal, startTimeoutSeconds: 60 }).catch(() => []);
  await expect
    .poll(async () => (await run()).join('\n'), { interval: 200 })
    .toMatch(new RegExp(`not reconciled: ${learner.id}: the log at this address .* is not the one in use`));
  expect(await app.log.readStream(`subscription-${learner.id}`)).toEqual([]);
});
