import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createAccountWithPassword } from '../command-api/identity/accounts/accounts.ts';
import { hashPassword, isPassword } from '../command-api/identity/accounts/passwords.ts';
import { openSession } from '../command-api/identity/sessions/sessions.ts';
import { connect } from '../database/connect.ts';
import { isRefusal } from '../domain/refusal.ts';
import { login, refresh } from '../facade/identity.ts';
import { freePort } from '../server/postgres/port.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { median, percentile, print } from './measure.ts';

const CONNECTIONS = 16;
const SECONDS = 5;
const ROUNDS = 3;
/** An account may be logged in to a hundred times an hour. */
const ACCOUNTS = 64;
const password = 'Camino-2026!';

/** Operations per second, and the time within which 99 of 100 were done, in milliseconds. */
interface Measured {
  readonly rate: number;
  readonly p99: number;
}

/** Login and refresh of the whole application, against bare argon2 and against bare routes on Express. */
export async function run(url: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-accounts-'));
  const port = await freePort();
  const app = await startApp(
    { port, directory },
    { DATABASE_URL: url, TOKEN_SECRET: randomUUID() + randomUUID(), ROLES: 'command-api,projections' },
  );
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-express.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(bare.stdout, 'data');
  const bareUrl = `http://127.0.0.1:${Number(String(line))}`;
  const appUrl = `http://127.0.0.1:${port}`;
  try {
    const cookies = await accounts(url);
    const stored = await hashPassword(password);
    let count = 0;
    const logIn = (to: string) =>
      load({
        url: to,
        method: 'POST',
        setupRequest: request => {
          const number = count++;
          return {
            ...request,
            headers: {
              'Content-Type': 'application/json',
              // As a proxy in front says: learners of a class each from home.
              'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
            },
            body: JSON.stringify({ credential: `reader${number % ACCOUNTS}`, password }),
          };
        },
      });
    const refreshing = (to: string) => {
      // Many more sessions than requests at once: none is refreshed twice at the same moment.
      let turn = 0;
      return load({
        url: to,
        method: 'GET',
        setupRequest: (request, context) => {
          const own = context as { cookie?: number };
          own.cookie = turn++ % ACCOUNTS;
          return { ...request, headers: { Cookie: `jwt=${cookies[own.cookie]}` } };
        },
        onResponse: (_status, _body, context, headers) => {
          const { cookie = 0 } = context as { cookie?: number };
          const next = /jwt=([^;]+)/.exec(JSON.stringify(headers))?.[1];
          if (next !== undefined) cookies[cookie] = next;
        },
      });
    };
    const measures: Readonly<Record<string, () => Promise<Measured>>> = {
      'argon2 alone': () => timed(() => isPassword(stored, password)),
      'login on Express': () => logIn(`${bareUrl}/login`),
      login: () => logIn(appUrl + login.path),
      'refresh on Express': () => refreshing(`${bareUrl}/refresh`),
      refresh: () => refreshing(appUrl + refresh.path),
    };
    const all = new Map(Object.keys(measures).map(name => [name, [] as Measured[]]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, measure] of Object.entries(measures)) all.get(name)?.push(await measure());
    const of = (what: keyof Measured) =>
      Object.fromEntries([...all].map(([name, rounds]) => [name, median(rounds.map(one => one[what]))]));
    const [rates, tails] = [of('rate'), of('p99')];
    for (const [subject, baseline] of [
      ['login', 'argon2 alone'],
      ['login', 'login on Express'],
      ['refresh', 'refresh on Express'],
    ] as const) {
      print(`${subject}, ${CONNECTIONS} at once, against ${baseline}`, rates, subject, baseline);
      const [p99, by] = [tails[subject] ?? Number.NaN, tails[baseline] ?? Number.NaN];
      console.log(`${'  p99'.padEnd(62)} ${p99.toFixed(0)} / ${by.toFixed(0)} ms = ${(p99 / by).toFixed(2)}`);
    }
  } finally {
    bare.kill();
    await stopApp(app);
    await rm(directory, { recursive: true, force: true });
  }
}

/** Accounts that can log in. @returns a refresh token of each */
async function accounts(url: string): Promise<string[]> {
  const { db, close } = connect(url);
  const cookies: string[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const username = `reader${number}`;
    const email = `${username}@camino.localhost`;
    const account = await createAccountWithPassword(db, { username, email, password });
    if (isRefusal(account)) throw new Error(account.refused);
    cookies.push((await openSession(db, account.id, 'bench')).refreshToken);
  }
  await close();
  return cookies;
}

async function load(request: {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly setupRequest: NonNullable<autocannon.Request['setupRequest']>;
  readonly onResponse?: NonNullable<autocannon.Request['onResponse']>;
}): Promise<Measured> {
  const { url, ...how } = request;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [how as autocannon.Request],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 };
}

/** As many at once as there are connections, for as long. */
async function timed(work: () => Promise<unknown>): Promise<Measured> {
  const took: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        await work();
        took.push(performance.now() - began);
      }
    }),
  );
  return { rate: took.length / SECONDS, p99: percentile(took, 99) };
}
