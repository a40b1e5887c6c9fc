import { mkdir } from 'node:fs/promises';
import express from 'express';
import { identityLimits } from '../command-api/identity/rate-limits.ts';
import { mailer } from '../command-api/mail/mail.ts';
import { projections } from '../projections/projections.ts';
import { projectionStatuses } from '../projections/runner/control.ts';
import { runProjections } from '../projections/runner/run.ts';
import { apiOf } from './app.ts';
import { addressesFor, type Configuration } from './configuration.ts';
import { health } from './http/health.ts';
import { listen } from './http/listen.ts';
import { metrics } from './http/metrics.ts';
import { securityHeaders } from './http/security-headers.ts';
import { putBuiltInLibrary } from './library.ts';
import { makeLogins } from './sandbox/logins.ts';
import { type Mailbox, openMailbox } from './sandbox/mailbox/mailbox.ts';
import { tokenKey } from './secrets.ts';
import { mailDirectory, openStores, type Stores } from './stores.ts';
import { builtWebApp } from './web-app/build.ts';
import { loadFiles, type WebFiles } from './web-app/files.ts';
import { webFiles, webPages } from './web-app/serve.ts';

export interface Running {
  /** Where this process answers. */
  readonly address: string;
  /** Address of the development mailbox, when there is one. */
  readonly mailbox: string | undefined;
  /** Lets requests and projections finish, closes connections, and stops the embedded database last. */
  readonly stop: () => Promise<void>;
}

/** Longest wait for requests in progress at a stop, in milliseconds. */
const DRAIN = 10_000;

const report = (line: string) => console.error(line);

/** Brings up everything a configuration asks for. What was begun is stopped again when a part fails. */
export async function start(configuration: Configuration): Promise<Running> {
  const { roles, production, dataDirectory } = configuration;
  await mkdir(dataDirectory, { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  };
  try {
    const [stores, files, key, mailbox] = await Promise.all([
      openStores(configuration).then(opened => {
        stops.unshift(opened.close);
        return opened;
      }),
      roles.includes('web') ? builtWebApp().then(loadFiles) : undefined,
      tokenKey(configuration.tokenSecret, dataDirectory),
      configuration.smtpUrl === undefined && !production
        ? openMailbox(mailDirectory(dataDirectory))
        : undefined,
    ]);
    if (mailbox) stops.push(mailbox.close);
    if (roles.includes('command-api')) {
      await putBuiltInLibrary(stores.connection);
      if (!production) await makeLogins(stores.connection);
    }
    if (roles.includes('projections')) stops.push(startProjections(stores));
    const handler = express();
    handler.disable('x-powered-by');
    // One proxy in front, on this machine or its private network: rate limits must see the learner's address.
    handler.set('trust proxy', 'loopback, linklocal, uniquelocal');
    const web = await listen(handler, configuration);
    stops.push(() => web.drain(DRAIN));
    const address = `http://localhost:${web.port}`;
    mount(handler, { configuration, stores, files, key, mailbox, address });
    return { address, mailbox: mailbox && `${address}/dev/mail`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startProjections({ events, databaseUrl }: Stores): () => Promise<void> {
  if (!events) throw new Error('projections need a log');
  const end = new AbortController();
  const done = runProjections({ log: events.log, databaseUrl, projections, signal: end.signal, report });
  done.catch(error => report(`projections ended: ${error instanceof Error ? error.stack : error}`));
  return async () => {
    end.abort();
    await done;
  };
}

interface Mounted {
  readonly configuration: Configuration;
  readonly stores: Stores;
  readonly files: WebFiles | undefined;
  readonly key: Awaited<ReturnType<typeof tokenKey>>;
  readonly mailbox: Mailbox | undefined;
  readonly address: string;
}

function mount(
  handler: express.Express,
  { configuration, stores, files, key, mailbox, address }: Mounted,
): void {
  const publicUrl = configuration.publicUrl ?? address;
  const usual = addressesFor(publicUrl);
  const { connection, events } = stores;
  const measures = metrics(
    connection.pool,
    configuration.roles.includes('projections') ? events?.log : undefined,
  );
  handler.use(measures.requests);
  handler.use(securityHeaders(publicUrl.startsWith('https:')));
  handler.use(healthOf(configuration, stores));
  // What a process says of itself is for its own network: a proxy in front does not pass it on.
  handler.use(measures.pages);
  if (mailbox) handler.use(mailbox.pages);
  if (files) handler.use(webFiles(files));
  handler.use(
    apiOf({
      roles: configuration.roles,
      connection,
      events: events && { ...events, log: measures.measured(events.log) },
      key,
      sendMail: mailer({
        url: configuration.smtpUrl ?? mailbox?.smtpUrl ?? '',
        from: configuration.mailFrom ?? usual.mailFrom,
      }),
      publicUrl,
      contactAddress: configuration.contactAddress ?? usual.contactAddress,
      limits: identityLimits,
      report,
    }),
  );
  if (files) handler.use(webPages(files));
}

function healthOf({ roles }: Configuration, { connection, events }: Stores) {
  return health({
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
    ...(roles.includes('projections') && {
      projections: async () => {
        const failed = (await projectionStatuses(connection.pool)).filter(
          ({ status }) => status === 'Failed',
        );
        return failed.length ? `failed: ${failed.map(({ projection }) => projection).join(', ')}` : 'ready';
      },
    }),
  });
}
