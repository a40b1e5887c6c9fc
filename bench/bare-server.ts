/** The baseline for HTTP, without a framework, checks or rules: two routes on `node:http`, with the same log and SQL. */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPool } from '../database/pool.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { fragmentChangedEvent } from './event.ts';

const url = process.env['DATABASE_URL'] ?? '';
const log = await postgresLog({ url });
const pool = openPool({ connectionString: url, max: 10 });

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const routes: Readonly<Record<string, (body: unknown) => Promise<unknown>>> = {
  '/append': async body => {
    const { revision } = await log.append(`bare-${randomUUID()}`, 'none', [fragmentChangedEvent(0)]);
    return { revision, body };
  },
  '/count': async () => {
    const { rows } = await pool.query({
      name: 'count',
      text: 'select thirds from read_models.known_counts where learner = $1 and language = $2 and current',
      values: ['0'.repeat(32), 'es'],
    });
    return { knownCount: (rows[0]?.thirds ?? 0) / 3 };
  },
};

const server = createServer(async (request, response) => {
  const reply = JSON.stringify(await routes[request.url ?? '']?.(await bodyOf(request)));
  response.setHeader('Content-Type', 'application/json').end(reply);
}).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
