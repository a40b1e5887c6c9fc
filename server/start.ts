import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { duplicateMail } from '../command-api/billing/duplicate-mail.ts';
import { endForgotten } from '../command-api/billing/end-forgotten.ts';
import type { SignInProvider } from '../command-api/identity/dependencies.ts';
import { forgetAgain } from '../command-api/identity/forgetting/forget.ts';
import { forgottenFile } from '../command-api/identity/forgetting/forgotten-file.ts';
import { openIdProvider } from '../command-api/identity/provider/provider.ts';
import { mailer } from '../command-api/mail/mail.ts';
import { type MailQueue, mailQueue } from '../command-api/mail/queue.ts';
import { commandLimit, rateLimits } from '../command-api/rate-limits.ts';
import { aggregates } from '../event-store/aggregate/aggregate.ts';
import { stripeWebhook } from '../facade/billing.ts';
import type { TokenKeys } from '../facade/express/tokens.ts';
import { noSiteLinks, type SiteLinks } from '../facade/site.ts';
import { keepViewsCurrent } from '../projections/analytics/install.ts';
import { projections } from '../projections/projections.ts';
import {
  failureOf,
  firstBuilds,
  type ProjectionStatus,
  projectionStatuses,
} from '../projections/runner/control.ts';
import { runProjections } from '../projections/runner/run.ts';
import { queriedProjections } from '../query-api/consistency.ts';
import { apiOf } from './app.ts';
import { addressesFor, type Configuration, type ProcessRole } from './configuration.ts';
import { editionJob } from './edition.ts';
import { allForgettingSteps } from './forgetting-steps.ts';
import { health, type Parts } from './http/health.ts';
import { listen } from './http/listen.ts';
import { metrics } from './http/metrics.ts';
import { securityHeaders } from './http/security-headers.ts';
import { runJobs } from './jobs.ts';
import { putBuiltInLibrary } from './library.ts';
import type { Logger } from './logging/logger.ts';
import { openPaymentProvider, type PaymentProvider } from './payment-provider.ts';
import { reconciliation } from './reconciliation.ts';
import { retention } from './retention.ts';
import { standInLinks, standInPages } from './sandbox/elsewhere.ts';
import { type Login, logins, makeLogins } from './sandbox/logins.ts';
import { type Mailbox, openMailbox } from './sandbox/mailbox/mailbox.ts';
import { pretendGoogle } from './sandbox/sign-in/sign-in.ts';
import { tokenKeys } from './secrets.ts';
import { mailDirectory, openStores, type Stores } from './stores.ts';
import { builtWebApp } from './web-app/build.ts';
import { loadFiles, type WebFiles } from './web-app/files.ts';
import { webFiles, webPages } from './web-app/serve.ts';

export interface Running {
  /** Where this process answers. */
  readonly address: string;
  /** Address of the development mailbox, when there is one. */
  readonly mailbox: string | undefined;
  /** The ready-made accounts of development. */
  readonly logins: readonly Login[];
  /**
   * Says that it is not ready and serves on for `graceSeconds`; then takes no more requests, lets those begun and the
   * projections finish, closes connections, and stops the embedded database last.
   */
  readonly stop: (graceSeconds: number) => Promise<void>;
}

/** Longest wait for requests in progress, and then for batches of projections, at a stop; in milliseconds. */
export const DRAIN = 10_000;

/** Brings up everything a configuration asks for. What was begun is stopped again when a part fails. */
export async function start(configuration: Configuration, logger: Logger): Promise<Running> {
  const report = (line: string) => logger.warn(line);
  const { roles, production, dataDirectory } = configuration;
  await mkdir(dataDirectory, { recursive: true });
  const opened = closing();
  try {
    let publicUrl = configuration.publicUrl ?? '';
    const [stores, files, keys, mailbox, payments] = await together([
      openStores(configuration, report).then(stores => opened.first(stores.close, stores)),
      roles.includes('web') ? builtWebApp().then(loadFiles) : undefined,
      tokenKeys(configuration, dataDirectory),
      configuration.smtpUrl === undefined && !production
        ? openMailbox(mailDirectory(dataDirectory), report).then(mailbox =>
            opened.last(mailbox.close, mailbox),
          )
        : undefined,
      roles.includes('command-api') || roles.includes('projections')
        ? openPaymentProvider(configuration, () => publicUrl).then(opening =>
            opened.last(async () => opening.sandbox?.close(), opening),
          )
        : undefined,
    ]);
    const made = roles.includes('command-api') && !production ? logins : [];
    const [mails] = await together([
      roles.includes('command-api') || roles.includes('projections')
        ? startMail(configuration, stores, mailbox, report).then(mails => opened.last(mails.close, mails))
        : undefined,
      roles.includes('command-api') ? putBuiltInLibrary(stores.connection) : undefined,
    ]);
    if (made.length) await makeLogins(stores.connection);
    if (roles.includes('command-api')) await forgetRestored(configuration, stores, report);
    const projecting = roles.includes('projections') ? startProjections(stores, logger) : undefined;
    if (projecting) opened.last(projecting.drain, projecting);
    let endJobs = async () => {};
    // Closed after the server: a stop takes no more requests before anything else ends.
    opened.last(() => endJobs(), undefined);
    const handler = express();
    handler.disable('x-powered-by');
    // One proxy in front, on this machine or its private network: rate limits must see the learner's address.
    handler.set('trust proxy', 'loopback, linklocal, uniquelocal');
    const web = await listen(handler, configuration);
    opened.last(() => web.drain(DRAIN), web);
    const address = `http://localhost:${web.port}`;
    publicUrl ||= address;
    let draining = false;
    const isDraining = () => draining;
    mount(handler, {
      configuration,
      stores,
      files,
      keys,
      mailbox,
      mails,
      payments,
      projecting,
      publicUrl,
      address,
      isDraining,
      logger,
    });
    if (files && production) reportMissingLinks(configuration.siteLinks, logger);
    payments?.sandbox?.deliverTo(`${address}${stripeWebhook.path}`);
    if (projecting && mails && payments) endJobs = startJobs({ stores, mails, payments, publicUrl, report });
    return {
      address,
      logins: made,
      mailbox: mailbox && `${configuration.publicUrl ?? address}/dev/mail`,
      stop: async graceSeconds => {
        draining = true;
        await wait(graceSeconds * 1_000);
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close().catch((err: unknown) => logger.error({ err }, 'a part could not be closed'));
    throw error;
  }
}

/** What has been opened and must be closed in the opposite order, each whatever becomes of the others. */
function closing() {
  const closes: (() => Promise<void>)[] = [];
  return {
    first: <T>(close: () => Promise<void>, what: T): T => {
      closes.unshift(close);
      return what;
    },
    last: <T>(close: () => Promise<void>, what: T): T => {
      closes.push(close);
      return what;
    },
    close: async () => {
      const failures: unknown[] = [];
      for (let next = closes.pop(); next; next = closes.pop())
        await next().catch(error => failures.push(error));
      if (failures.length) throw failures[0];
    },
  };
}

/** Like `Promise.all`, but fails only when all have ended: what the others open late must be closed as well. */
async function together<T extends readonly unknown[]>(
  parts: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

/** Whoever was forgotten after the backup was made that this database comes from is forgotten again. */
async function forgetRestored(
  { forgottenFile: path }: Configuration,
  { connection }: Stores,
  report: (line: string) => void,
): Promise<void> {
  const ids = await forgottenFile(path).all();
  const again = await forgetAgain({ steps: allForgettingSteps }, connection.db, ids);
  if (again > 0) report(`${again} deleted accounts were in the database again, and were forgotten again`);
}

/** Google, where its keys are set; else a provider of our own in development, and none in production. */
function googleOf(
  { google, production, roles }: Configuration,
  publicUrl: string,
  address: string,
): { readonly google?: SignInProvider; readonly pages?: express.Router } {
  const callback = `${publicUrl}/auth/login/google/callback`;
  if (google)
    return { google: openIdProvider({ issuer: 'https://accounts.google.com', ...google, callback }) };
  return production || !roles.includes('command-api') ? {} : pretendGoogle({ publicUrl, address });
}

function startMail(
  { smtpUrl, mailFrom, publicUrl }: Configuration,
  { databaseUrl, connection }: Stores,
  mailbox: Mailbox | undefined,
  report: (line: string) => void,
): Promise<MailQueue> {
  const url = smtpUrl ?? mailbox?.smtpUrl ?? '';
  // Which port we listen on makes no difference to the sender.
  const from = mailFrom ?? addressesFor(publicUrl ?? 'http://localhost').mailFrom;
  return mailQueue({ databaseUrl, db: connection.db, send: mailer({ url, from }), report });
}

function reportMissingLinks(links: SiteLinks | undefined, logger: Logger): void {
  const missing = Object.entries(links ?? noSiteLinks).filter(([, link]) => link === null);
  if (missing.length)
    logger.info(`no address is set for the links: ${missing.map(([name]) => name).join(', ')}`);
}

/** The work of the night begins beside the serving, which does not wait for it. @returns ends it */
function startJobs({
  stores: { databaseUrl, connection, events },
  mails,
  payments: { billing },
  publicUrl,
  report,
}: {
  readonly stores: Stores;
  readonly mails: MailQueue;
  readonly payments: PaymentProvider;
  readonly publicUrl: string;
  readonly report: (line: string) => void;
}): () => Promise<void> {
  if (!events) throw new Error('reconciliation needs a log');
  const { db } = connection;
  const commands = aggregates(events.log, { snapshots: events.snapshots, report });
  const started = runJobs({
    databaseUrl,
    jobs: [
      retention(connection.pool),
      {
        name: 'end-forgotten-subscriptions',
        cron: '* * * * *',
        run: () => endForgotten(db, billing.stripe),
      },
      reconciliation({
        db,
        stripe: billing.stripe,
        aggregates: commands,
        mailDuplicate: duplicateMail({ db, postMail: mails.post, publicUrl }),
      }),
      editionJob({ db, aggregates: commands }),
    ],
    report,
  }).catch(error =>
    report(`scheduled jobs did not begin: ${error instanceof Error ? error.message : error}`),
  );
  return async () => (await started)?.();
}

interface Projecting {
  readonly drain: () => Promise<void>;
  /** They have ended though nobody asked them to. */
  readonly ended: () => boolean;
}

function startProjections({ events, databaseUrl }: Stores, logger: Logger): Projecting {
  if (!events) throw new Error('projections need a log');
  const end = new AbortController();
  let ended = false;
  const { signal } = end;
  const own = logger.child({ role: 'projections' });
  const report = (line: string) => own.warn(line);
  const analytics = keepViewsCurrent({ databaseUrl, signal, report });
  const done = runProjections({ log: events.log, databaseUrl, projections, signal, report })
    .catch((err: unknown) => own.error({ err }, 'projections ended'))
    .finally(() => {
      ended = true;
    });
  return {
    ended: () => ended,
    drain: async () => {
      end.abort();
      await Promise.race([Promise.all([done, analytics]), wait(DRAIN, undefined, { ref: false })]);
    },
  };
}

interface Mounted {
  readonly configuration: Configuration;
  readonly stores: Stores;
  readonly files: WebFiles | undefined;
  readonly keys: TokenKeys;
  readonly mailbox: Mailbox | undefined;
  readonly mails: MailQueue | undefined;
  readonly payments: PaymentProvider | undefined;
  readonly projecting: Projecting | undefined;
  /** Where learners reach the application. */
  readonly publicUrl: string;
  /** Where this process answers. */
  readonly address: string;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

function mount(
  handler: express.Express,
  {
    configuration,
    stores,
    files,
    keys,
    mailbox,
    mails,
    payments,
    projecting,
    publicUrl,
    address,
    isDraining,
    logger,
  }: Mounted,
): void {
  const usual = addressesFor(publicUrl);
  const { connection, events } = stores;
  const measures = metrics(
    connection.pool,
    configuration.roles.includes('projections') ? events?.log : undefined,
  );
  handler.use(measures.requests);
  handler.use(
    securityHeaders({
      overHttps: publicUrl.startsWith('https:'),
      withRecaptcha: configuration.recaptcha !== undefined,
    }),
  );
  handler.use(lastOnConnection(isDraining));
  handler.use(healthOf(configuration.roles, stores, projecting, isDraining));
  // What a process says of itself is for its own network: a proxy in front does not pass it on.
  handler.use(measures.pages);
  if (mailbox) handler.use(mailbox.pages);
  if (payments?.sandbox) handler.use(payments.sandbox.pages);
  const signIn = googleOf(configuration, publicUrl, address);
  if (signIn.pages) handler.use(signIn.pages);
  if (configuration.siteLinks === undefined) handler.use(standInPages());
  if (files) handler.use(webFiles(files));
  handler.use(
    apiOf({
      roles: configuration.roles,
      connection,
      events: events && { ...events, log: measures.measured(events.log) },
      keys,
      postMail: mails?.post,
      google: signIn.google,
      recaptcha: configuration.recaptcha,
      remember: forgottenFile(configuration.forgottenFile).remember,
      billing: payments?.billing,
      publicUrl,
      contactAddress: configuration.contactAddress ?? usual.contactAddress,
      limits: rateLimits,
      commandLimit,
      logger,
    }),
  );
  if (files) handler.use(webPages(files, configuration.siteLinks ?? standInLinks(publicUrl)));
  // A call of another process, or of none.
  else handler.use((_request, response) => void response.status(404).json({ message: 'not found' }));
}

function stopped(build: ProjectionStatus): string {
  const name = build.stage === 'building' ? `rebuild of ${build.projection}` : build.projection;
  return `${name}, ${failureOf(build, 'anybody')}`;
}

/** Replies of a process that is about to stop end their connection: a proxy must not find it closed under a request. */
function lastOnConnection(isDraining: () => boolean): express.RequestHandler {
  return (_request, response, next) => {
    if (isDraining()) response.setHeader('Connection', 'close');
    next();
  };
}

function healthOf(
  roles: readonly ProcessRole[],
  { connection, events }: Stores,
  projecting: Projecting | undefined,
  isDraining: () => boolean,
) {
  const parts: Parts = {
    database: async () => {
      await connection.pool.query('select 1');
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
        const building = await firstBuilds(connection.pool, queriedProjections);
        return building.length ? `being built: ${building.join(', ')}` : 'ready';
      },
    }),
    ...(projecting && {
      projections: async () => {
        if (projecting.ended()) return 'ended';
        const failed = (await projectionStatuses(connection.pool)).filter(
          ({ status }) => status === 'Failed',
        );
        if (failed.length === 0) return 'ready';
        const reasons = `failed: ${failed.map(stopped).join('; ')}`;
        // Where nothing but projections runs, a failed one means that a new version must not be rolled out further.
        return roles.every(role => role === 'projections') ? reasons : { degraded: reasons };
      },
    }),
  };
  return health(parts, isDraining);
}
