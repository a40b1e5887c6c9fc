import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { priceText } from '../command-api/billing/price.ts';
import { stripeWebhook } from '../facade/billing.ts';
import { noSiteLinks, type SiteLinks } from '../facade/site.ts';
import { sampleOf } from '../query-api/sample-sentence.ts';
import { deleteRestoredAccounts } from './account-deletion.ts';
import type { Configuration } from './configuration.ts';
import { listen } from './http/listen.ts';
import { mount } from './http/mount.ts';
import type { RunningJobs } from './jobs/run-jobs.ts';
import { startJobs } from './jobs/scheduled-jobs.ts';
import { putBuiltInLibrary } from './library.ts';
import type { Logger } from './logging/logger.ts';
import { developmentMailbox, openMailQueue } from './mail.ts';
import { openPaymentProvider } from './payment-provider.ts';
import { startProjections } from './projections.ts';
import { placeholderLinks } from './sandbox/external-links.ts';
import { type Login, logins, makeLogins } from './sandbox/logins.ts';
import { tokenKeys } from './secrets.ts';
import { openStores } from './stores.ts';
import { openVoice } from './voice/voice.ts';
import { openWebApp } from './web-app/build.ts';
import { openPublicPages } from './web-app/site.ts';

export interface Running {
  /** Where this process answers. */
  readonly address: string;
  /** Address of the development mailbox, when there is one. */
  readonly mailbox: string | undefined;
  /** The ready-made accounts of development. */
  readonly logins: readonly Login[];
  /**
   * Reports that it is not ready and keeps serving for `graceSeconds`. Then it takes no more requests, lets requests and
   * projections in progress finish, closes connections, and stops the embedded database last.
   */
  readonly stop: (graceSeconds: number) => Promise<void>;
}

/** Longest wait for requests in progress, and then for batches of projections, at a stop; in milliseconds. */
export const DRAIN_TIMEOUT = 10_000;

/** Starts the parts that a configuration names. When one fails, the parts already opened are closed again. */
export async function start(configuration: Configuration, logger: Logger): Promise<Running> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(configuration, logger, opened);
  } catch (error) {
    await opened.disposeAsync().catch((err: unknown) => logger.error({ err }, 'a part could not be closed'));
    throw error;
  }
}

/** @param opened collects the parts to close, in the opposite order */
async function open(
  configuration: Configuration,
  logger: Logger,
  opened: AsyncDisposableStack,
): Promise<Running> {
  const { production, dataDirectory } = configuration;
  const roles = rolesOf(configuration);
  const report = (line: string) => logger.warn(line);
  let publicUrl = configuration.publicUrl ?? '';
  await mkdir(dataDirectory, { recursive: true });

  const [stores, webApp, keys, mailbox, payments] = await Promise.all([
    closeLater(opened, openStores(configuration, report), stores => stores.close()),
    roles.web ? openWebApp() : undefined,
    tokenKeys(configuration, dataDirectory),
    closeLater(opened, developmentMailbox(configuration, report), mailbox => mailbox?.close()),
    // In development the simulated provider runs beside the command API only.
    roles.commands || roles.projections || (roles.web && production)
      ? closeLater(
          opened,
          openPaymentProvider(configuration, () => publicUrl),
          ({ sandbox }) => sandbox?.close(),
        )
      : undefined,
  ]);
  const [mail] = await Promise.all([
    roles.commands || roles.projections
      ? closeLater(opened, openMailQueue(configuration, stores, mailbox, report), queue => queue.close())
      : undefined,
    roles.commands
      ? putBuiltInLibrary(stores.connection, configuration.withoutBooks, line => logger.warn({}, line))
      : undefined,
  ]);
  const readyLogins = roles.commands && !production ? logins : [];
  if (readyLogins.length) await makeLogins(stores.connection);
  if (roles.commands) await deleteRestoredAccounts(configuration, stores, report);

  const voice = roles.queries
    ? await closeLater(opened, openVoice(dataDirectory, { report }), async voice => voice?.close())
    : undefined;
  const projections = roles.projections ? startProjections(stores, logger) : undefined;
  opened.defer(() => projections?.stop(DRAIN_TIMEOUT));
  let jobs: RunningJobs | undefined;
  // Jobs start last, but a stop closes the server before them, so that no more requests arrive while other parts end.
  opened.defer(() => jobs?.stop());

  const app = express();
  app.disable('x-powered-by');
  // Behind one proxy on this machine or its private network, rate limits must see the learner's address.
  app.set('trust proxy', 'loopback, linklocal, uniquelocal');
  const server = await listen(app, configuration);
  opened.defer(() => server.drain(DRAIN_TIMEOUT));
  const address = `http://localhost:${server.port}`;
  publicUrl ||= address;
  let draining = false;
  const site =
    webApp &&
    openPublicPages({
      ...webApp,
      publicUrl,
      links: configuration.siteLinks ?? placeholderLinks(publicUrl),
      analytics: configuration.analytics?.provider,
      withoutBooks: configuration.withoutBooks,
      price: payments && priceText(payments.billing.stripe, 'standard_monthly'),
      sample: () => sampleOf(stores.connection.db),
      report,
    });
  mount(app, {
    configuration,
    stores,
    files: webApp?.files,
    site,
    keys,
    mailbox,
    mail,
    payments,
    projections,
    jobs: () => jobs,
    voice: voice?.say,
    publicUrl,
    address,
    isDraining: () => draining,
    logger,
  });
  await site;
  if (webApp && production) reportMissingLinks(configuration.siteLinks, logger);
  payments?.sandbox?.deliverTo(`${address}${stripeWebhook.path}`);
  if (projections && mail && payments)
    jobs = startJobs({
      stores,
      mail,
      stripe: payments.billing.stripe,
      analytics: configuration.analytics?.deletion,
      publicUrl,
      report,
    });

  return {
    address,
    logins: readyLogins,
    mailbox: mailbox && `${publicUrl}/dev/mail`,
    stop: async graceSeconds => {
      draining = true;
      await wait(graceSeconds * 1_000);
      await opened.disposeAsync();
    },
  };
}

function rolesOf({ roles }: Configuration) {
  return {
    web: roles.includes('web'),
    queries: roles.includes('query-api'),
    commands: roles.includes('command-api'),
    projections: roles.includes('projections'),
  };
}

/** Registers a part to be closed while it is still opening: it may open after another one has failed. */
function closeLater<Part>(
  opened: AsyncDisposableStack,
  opening: Promise<Part>,
  close: (part: Part) => Promise<void> | undefined,
): Promise<Part> {
  opened.defer(async () => {
    const [part] = await Promise.allSettled([opening]);
    if (part.status === 'fulfilled') await close(part.value);
  });
  return opening;
}

function reportMissingLinks(links: SiteLinks | undefined, logger: Logger): void {
  const missing = Object.entries(links ?? noSiteLinks).filter(([, link]) => link === null);
  if (missing.length)
    logger.info(`no address is set for the links: ${missing.map(([name]) => name).join(', ')}`);
}
