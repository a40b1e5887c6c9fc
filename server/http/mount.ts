import type { Express, RequestHandler } from 'express';
import { deletedAccountsFile } from '../../command-api/identity/account-deletion/deleted-accounts-file.ts';
import type { MailQueue } from '../../command-api/mail/queue.ts';
import { commandLimit, rateLimits } from '../../command-api/rate-limits.ts';
import type { TokenKeys } from '../../facade/express/tokens.ts';
import type { Voice } from '../../query-api/sound.ts';
import { composeApi } from '../api.ts';
import { type Configuration, defaultAddresses } from '../configuration.ts';
import { levelPolicyJob } from '../jobs/level-policy.ts';
import { type RunningJobs, requestJob } from '../jobs/run-jobs.ts';
import type { Logger } from '../logging/logger.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import type { RunningProjections } from '../projections.ts';
import { placeholderPages } from '../sandbox/external-links.ts';
import type { Mailbox } from '../sandbox/mailbox/mailbox.ts';
import { googleSignIn } from '../sign-in.ts';
import type { Stores } from '../stores.ts';
import { recordings } from '../voice/recordings.ts';
import type { WebFiles } from '../web-app/files.ts';
import type { PublicPages } from '../web-app/public-pages.ts';
import { webFiles, webPages } from '../web-app/serve.ts';
import { hashSource, themeScript } from '../web-app/theme-script.ts';
import { health } from './health.ts';
import { metrics } from './metrics.ts';
import { readinessChecks } from './readiness.ts';
import { securityHeaders } from './security-headers.ts';

/** The parts of a process that answer requests; undefined where its roles do not need them. */
export interface ProcessParts {
  readonly configuration: Configuration;
  readonly stores: Stores;
  readonly files: WebFiles | undefined;
  /** Resolves when the public pages are rendered; the function returns the current ones. */
  readonly site: Promise<() => PublicPages> | undefined;
  readonly keys: TokenKeys;
  readonly mailbox: Mailbox | undefined;
  readonly mail: MailQueue | undefined;
  readonly payments: PaymentProvider | undefined;
  readonly projections: RunningProjections | undefined;
  /** Undefined before they begin to start, and in a process without them. */
  readonly jobs: () => RunningJobs | undefined;
  readonly voice: Voice | undefined;
  /** The application's public address. */
  readonly publicUrl: string;
  /** The address of this process. */
  readonly address: string;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

/** Mounts all middleware and routes of a process, in the order in which a request passes them. */
export function mount(
  app: Express,
  {
    configuration,
    stores,
    files,
    site,
    keys,
    mailbox,
    mail,
    payments,
    projections,
    jobs,
    voice,
    publicUrl,
    address,
    isDraining,
    logger,
  }: ProcessParts,
): void {
  const { roles, recaptcha, analytics, siteLinks } = configuration;
  const { connection, events } = stores;
  const signIn = googleSignIn(configuration, { publicUrl, address });
  const processMetrics = metrics(connection.pool, roles.includes('projections') ? events?.log : undefined);
  app.use(processMetrics.requests);
  app.use(
    securityHeaders({
      overHttps: publicUrl.startsWith('https:'),
      withRecaptcha: recaptcha !== undefined,
      analyticsHost: analytics?.provider.host,
      scripts: files ? [hashSource(themeScript(files))] : [],
    }),
  );
  app.use(closeConnectionWhile(isDraining));
  app.use(health(readinessChecks(roles, stores, { projections, jobs }), isDraining));
  // Metrics are for the process's own network: a proxy in front does not pass them on.
  app.use(processMetrics.router);
  if (mailbox) app.use(mailbox.pages);
  if (payments?.sandbox) app.use(payments.sandbox.pages);
  if (signIn.pages) app.use(signIn.pages);
  if (siteLinks === undefined) app.use(placeholderPages());
  if (files) app.use(webFiles(files));
  app.use(
    composeApi({
      roles,
      connection,
      events: events && { ...events, log: processMetrics.instrument(events.log) },
      histories: stores.histories,
      keys,
      queueMail: mail?.post,
      google: signIn.google,
      recaptcha,
      analyticsAtProvider: analytics !== undefined,
      remember: deletedAccountsFile(configuration.deletedAccountsFile).remember,
      billing: payments?.billing,
      wakeLevelPolicyJob: () => requestJob(stores.databaseUrl, levelPolicyJob, line => logger.warn({}, line)),
      sounds: { recordings, voice },
      publicUrl,
      contactAddress: configuration.contactAddress ?? defaultAddresses(publicUrl).contactAddress,
      limits: rateLimits,
      commandLimit,
      logger,
    }),
  );
  if (site) app.use(webPages(site, publicUrl));
  // A call of another process, or of none.
  else app.use((_request, response) => void response.status(404).json({ message: 'not found' }));
}

/** A proxy must not send a request on a connection that a stopping process is about to close. */
function closeConnectionWhile(isDraining: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isDraining()) response.setHeader('Connection', 'close');
    next();
  };
}
