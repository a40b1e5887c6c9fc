import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessToken } from '../command-api/identity/sessions/access-token.ts';
import { connect } from '../database/connect.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { createCheckout } from '../facade/billing.ts';
import { sentences } from '../facade/books.ts';
import { freePort } from '../server/postgres/port.ts';
import { signatureOf } from '../server/sandbox/payments/webhooks.ts';
import { tokenKeys } from '../server/secrets.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { fragmentChangedEvent } from './event.ts';
import { median, percentile, runConcurrently } from './measure.ts';

const PAYMENTS = 200;
const AT_ONCE = [1, 8];
/** Milliseconds between two looks whether a chapter is open. */
const PAUSE = 5;
/** Milliseconds from paying to an open chapter (issue of billing). */
const AIM = 2_000;

/**
 * Time from paying to an open chapter, through checkout page and signed webhooks of the simulated provider. The baseline is one
 * signed webhook to bare node:http that verifies it and appends an event, until a read over HTTP finds the event.
 */
export async function run(url: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-payments-'));
  const secret = randomUUID() + randomUUID();
  const port = await freePort();
  const app = await startApp({ port, directory }, { DATABASE_URL: url, TOKEN_SECRET: secret });
  const origin = `http://localhost:${port}`;
  const bare = await bareWebhooks(url);
  try {
    await until(async () => (await fetch(`${origin}/health/ready`)).ok);
    const { tokens, chapter } = await learnersAndChapter(url, secret, directory);
    let next = 0;
    const paid = async (): Promise<number> => {
      const token = tokens[next++] ?? '';
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ lookup_key: 'standard_monthly' });
      const begun = await fetch(origin + createCheckout.path, { method: 'POST', headers, body });
      const { url: checkout } = (await begun.json()) as { url: string };
      if ((await fetch(chapterUrl, { headers })).status !== 402)
        throw new Error('the chapter was open before');
      const began = performance.now();
      const page = await fetch(checkout, {
        method: 'POST',
        body: new URLSearchParams({ do: 'pay' }),
        redirect: 'manual',
      });
      if (page.status !== 303) throw new Error(`the checkout page answered with ${page.status}`);
      await until(async () => (await fetch(chapterUrl, { headers })).status === 200);
      return performance.now() - began;
    };
    const chapterUrl = origin + sentences.path.replace(':bookId', chapter.book).replace(':chapter', '2');
    for (const atOnce of AT_ONCE) {
      const [subject, baseline] = [await times(atOnce, paid), await times(atOnce, bare.sent)];
      for (const [name, of] of [
        ['median', median],
        ['p99', (values: readonly number[]) => percentile(values, 99)],
      ] as const) {
        const [took, by] = [of(subject), of(baseline)];
        const label = `from paid to open, ${atOnce} at once, ${name}`;
        console.log(
          `${label.padEnd(62)} ${took.toFixed(0).padStart(6)} / ${by.toFixed(1).padStart(6)} ms = ${(took / by).toFixed(1)}   (aim at most ${AIM} ms)`,
        );
      }
    }
  } finally {
    await bare.close();
    await stopApp(app);
    await rm(directory, { recursive: true, force: true });
  }
}

async function times(atOnce: number, work: () => Promise<number>): Promise<readonly number[]> {
  const took: number[] = [];
  await runConcurrently(PAYMENTS, atOnce, async () => void took.push(await work()));
  return took;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(PAUSE);
}

/** A webhook without a framework, rules or read models: verified, appended, and looked for like the chapter. */
async function bareWebhooks(url: string) {
  const log = await postgresLog({ url });
  const server = createServer(async (request, response) => {
    const stream = `bare-${request.headers['x-id']}`;
    if (request.method === 'POST') {
      const payload = await text(request);
      const signature = String(request.headers['stripe-signature']);
      const at = Number(/t=(\d+)/.exec(signature)?.[1]);
      response.statusCode = signatureOf(payload, at) === signature ? 200 : 400;
      if (response.statusCode === 200) await log.append(stream, 'none', [fragmentChangedEvent(0)]);
    } else response.statusCode = (await log.readStream(stream)).length > 0 ? 200 : 402;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async sent(): Promise<number> {
      const id = randomUUID();
      const payload = JSON.stringify({ id, object: 'event', type: 'customer.subscription.created' });
      const began = performance.now();
      const signature = signatureOf(payload, Math.floor(Date.now() / 1_000));
      void fetch(origin, {
        method: 'POST',
        headers: { 'X-Id': id, 'Stripe-Signature': signature },
        body: payload,
      });
      await until(async () => (await fetch(origin, { headers: { 'X-Id': id } })).status === 200);
      return performance.now() - began;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await log.close();
    },
  };
}

/** Tokens of learners who have paid nothing yet, and a chapter that must be paid for. */
async function learnersAndChapter(url: string, secret: string, directory: string) {
  const { db, close } = connect(url);
  const keys = await tokenKeys({ tokenSecret: secret }, directory);
  const tokens: string[] = [];
  for (let number = 0; number < PAYMENTS * AT_ONCE.length; number++) {
    const [id, session, username] = [randomBytes(16).toString('hex'), randomUUID(), `payer${number}`];
    const account = { id, username, roles: ['user' as const] };
    await db
      .insertInto('accounts')
      .values({ ...account, email: `${username}@camino.localhost`, verified_at: new Date() })
      .execute();
    await db.insertInto('sessions').values({ id: session, account_id: id }).execute();
    tokens.push(accessToken(keys, account, { session, activeSubscription: false }));
  }
  const chapter = await db
    .selectFrom('chapters')
    .innerJoin('books', 'books.id', 'chapters.book_id')
    .select('chapters.book_id as book')
    .where('chapters.number', '=', 2)
    .where('books.withheld', '=', false)
    .executeTakeFirstOrThrow();
  await close();
  return { tokens, chapter };
}
