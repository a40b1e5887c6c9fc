import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import express, { type Router } from 'express';
import { providerApi } from './api.ts';
import { pagesPath, paymentPages } from './pages.ts';
import { type Provider, provider } from './provider.ts';
import { noRecords, type Records } from './records.ts';
import { webhookSender } from './webhooks.ts';

export interface Payments {
  /** Where the provider's API answers, for the real client. */
  readonly api: { readonly host: string; readonly port: number };
  /** Checkout and portal, to be mounted at the root of the application. */
  readonly pages: Router;
  /** For tests: the provider's own actions and those of people on its pages. */
  readonly provider: Provider;
  /** Begins to send webhooks, including those that wait. */
  readonly deliverTo: (address: string) => void;
  readonly close: () => Promise<void>;
}

/**
 * The payment provider of development. It has the real one's API and moves no money.
 * @param file stores its records between starts; undefined: they are lost
 * @param publicUrl the application's public address; called whenever a page's address is built
 */
export async function openPayments({
  file,
  publicUrl,
}: {
  readonly file?: string;
  readonly publicUrl: () => string;
}): Promise<Payments> {
  const records = file === undefined ? noRecords() : await read(file);
  let saving: Promise<void> = Promise.resolve();
  const save = () => {
    saving = saving
      .then(() => (file === undefined ? undefined : write(file, records)))
      .catch(error => console.error(`Simulated payments: ${error}`));
  };
  const sender = webhookSender(event => {
    event.delivered = true;
    save();
  });
  const checkoutUrl = (session: string) => `${publicUrl()}${pagesPath}/checkout/${session}`;
  const portalUrl = (customer: string, returnUrl: string) =>
    `${publicUrl()}${pagesPath}/portal/${customer}?return=${encodeURIComponent(returnUrl)}`;
  const simulated = provider({ records, checkoutUrl, emit: sender.emit });
  for (const event of Object.values(records.events)) if (!event.delivered) sender.emit(event);

  const saveAfterWrite: express.RequestHandler = (request, response, next) => {
    if (request.method !== 'GET') response.once('finish', save);
    next();
  };
  const app = express();
  app.disable('x-powered-by');
  app.use(saveAfterWrite, providerApi(simulated, { checkoutUrl, portalUrl }));
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const pages = express.Router();
  pages.use(pagesPath, saveAfterWrite);
  pages.use(paymentPages(simulated));
  return {
    api: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    pages,
    provider: simulated,
    deliverTo: sender.deliverTo,
    close: async () => {
      sender.stop();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      save();
      await saving;
    },
  };
}

async function read(file: string): Promise<Records> {
  try {
    return { ...noRecords(), ...(JSON.parse(await readFile(file, 'utf8')) as Records) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return noRecords();
    throw new Error(`${file} cannot be read; remove it to begin with no simulated payments`, {
      cause: error,
    });
  }
}

async function write(file: string, records: Records): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(records));
  await rename(`${file}.new`, file);
}
