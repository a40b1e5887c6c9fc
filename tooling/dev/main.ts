/**
 * `npm run dev`: the app of `npm start` with hot reload. Vite serves the browser app and replaces modules in the
 * open page; the server runs in a process of its own, which is restarted when its code changes. The embedded Postgres
 * belongs to this process and stays.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { endpoints } from '../../facade/endpoints.ts';
import { readConfiguration } from '../../server/configuration.ts';
import { lockDataDirectory } from '../../server/data-directory-lock.ts';
import { freePort } from '../../server/postgres/port.ts';
import { embeddedPostgres } from '../../server/postgres/postgres.ts';
import { apiCalls } from './api-calls.ts';
import { serverProcess } from './server-process.ts';

const root = join(import.meta.dirname, '..', '..');
const configuration = readConfiguration(process.env);
if (configuration.production) {
  console.error('`npm run dev` is for development: NODE_ENV must not be production.');
  process.exit(1);
}
const { dataDirectory, host } = configuration;
await mkdir(dataDirectory, { recursive: true });
const lock = configuration.databaseUrl === undefined ? await lockDataDirectory(dataDirectory) : undefined;
if (lock?.taken) {
  console.error(`Camino runs already${lock.address ? ` at ${lock.address}` : ''}. Stop it first.`);
  process.exit(1);
}
const postgres =
  configuration.databaseUrl === undefined ? await embeddedPostgres({ directory: dataDirectory }) : undefined;

const serverPort = await freePort();
const isApiCall = apiCalls(endpoints);
const web = createHttpServer();
const port = await listen(configuration.port ?? 3000);
const publicUrl = configuration.publicUrl ?? `http://localhost:${port}`;
// As a middleware Vite leaves signals, and with them the order in which things stop, to this process.
const vite = await createServer({
  configFile: join(root, 'web', 'vite.config.ts'),
  clearScreen: false,
  server: {
    middlewareMode: { server: web },
    hmr: { server: web },
    proxy: {
      '^/': {
        target: `http://127.0.0.1:${serverPort}`,
        // A call waits for a server that is being restarted; `false` is a 404 at once when it has ended.
        bypass: async request => {
          const address = request.url ?? '/';
          if (!isApiCall(request.method ?? 'GET', address)) return address;
          return (await server.ready()) === 'ready' ? undefined : false;
        },
      },
    },
  },
});
web.on('request', vite.middlewares);

const server = serverProcess({
  ...(postgres && { DATABASE_URL: postgres.url }),
  ROLES: 'command-api,query-api,projections',
  PORT: String(serverPort),
  HOST: '127.0.0.1',
  PUBLIC_URL: publicUrl,
});
lock?.announce(publicUrl);

/** What the server's process is made of; a change in `web` is Vite's. */
const layers = [
  'command-api',
  'caching',
  'concurrency',
  'database',
  'domain',
  'event-store',
  'facade',
  'library',
  'projections',
  'query-api',
  'scheduling',
  'server',
  'simulation',
];
let restart: NodeJS.Timeout | undefined;
const watchers = layers.map(layer =>
  watch(join(root, layer), { recursive: true }, (_event, file) => {
    if (!file || /\.spec\.tsx?$|(^|\/)testing\/|~$/.test(file)) return;
    clearTimeout(restart);
    // Editors and formatters write a file more than once.
    restart = setTimeout(() => {
      console.log(`${layer}/${file} changed`);
      server.restart();
    }, 40);
  }),
);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    if (stopping) process.exit(130);
    stopping = true;
    for (const watcher of watchers) watcher.close();
    web.closeAllConnections();
    await Promise.all([vite.close(), server.stop()]);
    await postgres?.stop();
    process.exit(0);
  });

/** The port that was asked for; without one 3000, or any when that is taken. */
async function listen(wanted: number): Promise<number> {
  try {
    web.listen({ host, port: wanted });
    await once(web, 'listening');
    return wanted;
  } catch (error) {
    if (configuration.port !== undefined) throw error;
    return listen(await freePort());
  }
}
