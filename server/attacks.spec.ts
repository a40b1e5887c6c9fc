import { randomUUID } from 'node:crypto';
import http from 'node:http';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccountWithPassword } from '../command-api/identity/accounts/accounts.ts';
import { connect } from '../database/connect.ts';
import type { Endpoint } from '../facade/endpoint.ts';
import { endpoints } from '../facade/endpoints.ts';
import { tokenKeyOf, tokenRules } from '../facade/express/tokens.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { proofOfHuman } from '../tooling/testing/human.ts';
import { mailServer } from '../tooling/testing/mail-server.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { sample } from '../tooling/testing/sample.ts';
import { freePort } from './postgres/port.ts';

/**
 * Attacks on accounts, tried from outside on the whole application as production runs it. The last two tests say how many
 * were tried, and look for every secret that was used in what the server wrote to its log.
 */

const TOKEN_SECRET = '8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b';
const STRIPE_SECRET_KEY = 'sk_live_9f2c7d1e';
const STRIPE_WEBHOOK_SECRET = 'whsec_4b8e1a6f';
const password = 'Rocinante-1605';

const database = await testDatabase({ keep: true });
const connection = connect(database.url);
const mail = await mailServer({ keep: true });
const { directory, remove } = await runDirectory();
const port = await freePort();
const origin = `http://localhost:${port}`;
let log = '';
let app: Awaited<ReturnType<typeof startApp>> | undefined;

/** What must not be in the log. */
const secrets = new Set([TOKEN_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, password]);
let tried = 0;
let repelled = 0;

beforeAll(async () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    SMTP_URL: mail.url,
    TOKEN_SECRET,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    DRAIN_SECONDS: '0',
  };
  app = await startApp({ port, directory }, production, text => {
    log += text;
  });
  await vi.waitUntil(async () => (await fetch(`${origin}/health/ready`)).ok, { timeout: 60_000 });
});

afterAll(async () => {
  if (app) await stopApp(app);
  await mail.close();
  await connection.close();
  await database.drop();
  await remove();
});

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** One request as it is written, paths and headers included: `fetch` would straighten them out. */
function send(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...(content && { 'Content-Type': 'application/json' }), ...headers },
      },
      response => {
        let text = '';
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(content);
  });
}

const as = (token: string) => ({ Authorization: `Bearer ${token}` });
const from = (address: string) => ({ 'X-Forwarded-For': address });
const cookieIn = ({ headers }: Answer) =>
  headers['set-cookie']?.map(one => /^jwt=([^;]+)/.exec(one)?.[1]).find(value => value) ?? '';
const withCookie = (value: string) => ({ Cookie: `jwt=${value}` });

function logIn(credential: string, typed = password, headers = {}): Promise<Answer> {
  secrets.add(typed);
  return send('POST', '/auth/login', { body: { credential, password: typed }, headers });
}

let made = 0;
/** An account that is logged in. */
async function learner() {
  const username = `rocin${String.fromCharCode(97 + made++)}`;
  await createAccountWithPassword(connection.db, { username, email: `${username}@correo.example`, password });
  return { username, email: `${username}@correo.example`, ...(await session(username)) };
}

async function session(username: string) {
  const answer = await logIn(username, password, from(`10.1.${made}.1`));
  expect(answer.status).toBe(200);
  const token = String(JSON.parse(answer.text).accessToken);
  const cookie = cookieIn(answer);
  secrets.add(token).add(cookie);
  return { token, cookie };
}

/** Counts an attack; it is repelled when `holds` does not throw. */
async function attack(name: string, holds: () => Promise<void> | void): Promise<void> {
  tried++;
  try {
    await holds();
    repelled++;
  } catch (error) {
    throw new Error(`not repelled: ${name}`, { cause: error });
  }
}

const forLearners = endpoints.filter(({ callers }) => Array.isArray(callers) && callers.includes('user'));

/** A good call of an endpoint, with some of its fields changed. */
function call(
  { method, path, params, query, body }: Endpoint,
  headers: Readonly<Record<string, string>>,
  change: (part: Record<string, unknown>) => Record<string, unknown> = part => part,
): Promise<Answer> {
  const part = (schema: Endpoint['body']) =>
    schema ? change(sample(schema) as Record<string, unknown>) : {};
  const given = part(params);
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const asked = new URLSearchParams(
    Object.entries(part(query)).map(([name, value]) => [name, String(value)]),
  );
  return send(method, asked.size ? `${address}?${asked}` : address, {
    ...(body && { body: part(body) }),
    headers,
  });
}

test('credential stuffing: one account, many accounts, many addresses', async () => {
  const { username } = await learner();
  await attack('guesses at one account from one address', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await logIn(username, `Guess-${guess}!`, from('10.9.0.1'))).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });
  await attack('the right password after too many guesses', async () => {
    expect((await logIn(username, password, from('10.9.0.1'))).status).toBe(429);
  });
  await attack('locking the owner out from one address', async () => {
    expect((await logIn(username, password, from('10.9.0.2'))).status).toBe(200);
  });
  await attack('telling accounts from nobody by the answer', async () => {
    const wrong = await logIn(username, 'Wrong-1605!', from('10.9.0.3'));
    const nobody = await logIn('nobodyatall', 'Wrong-1605!', from('10.9.0.3'));
    expect([nobody.status, nobody.text]).toEqual([wrong.status, wrong.text]);
  });
  await attack('the same credential in other spellings, to begin counting anew', async () => {
    const spellings = [username.toUpperCase(), ` ${username}`, `${username}@correo.example`];
    for (const spelling of spellings)
      expect((await logIn(spelling, password, from('10.9.0.1'))).status).toBe(429);
  });
});

test('tokens that were made up, altered, or are too old', async () => {
  const { token } = await learner();
  const [head = '', claims = '', signature = ''] = token.split('.');
  const json = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { id: kid, key } = tokenKeyOf(TOKEN_SECRET);
  const mine = json(claims);
  const admin = { ...mine, UserInfo: { ...mine.UserInfo, roles: ['user', 'admin'] } };
  const { exp: _exp, iat: _iat, iss: _iss, aud: _aud, ...rest } = mine;
  const signed = (payload: object, options: jwt.SignOptions) =>
    jwt.sign(payload, key, { ...tokenRules, keyid: kid, expiresIn: 600, ...options });
  const forged: Readonly<Record<string, string>> = {
    'alg none': `${b64({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    'alg none with a key id': `${b64({ alg: 'none', typ: 'JWT', kid })}.${claims}.`,
    'alg None with the old signature': `${b64({ alg: 'None', typ: 'JWT', kid })}.${claims}.${signature}`,
    'HS512 with our key': jwt.sign(rest, key, {
      ...tokenRules,
      keyid: kid,
      algorithm: 'HS512',
      expiresIn: 600,
    }),
    'RS256 said, HMAC done': `${b64({ alg: 'RS256', typ: 'JWT', kid })}.${claims}.${signature}`,
    'another key': jwt.sign(rest, 'another secret of 32 characters..', {
      ...tokenRules,
      keyid: kid,
      expiresIn: 600,
    }),
    'an empty key': jwt.sign(rest, '\0', { ...tokenRules, keyid: kid, expiresIn: 600 }),
    'a key id that is a path': signed(rest, { keyid: '../../dev/null' }),
    'no key id': `${b64({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature}`,
    'a key of its own in the head': `${b64({ ...json(head), jwk: { kty: 'oct', k: 'AAAA' } })}.${claims}.${signature}`,
    'roles added': `${head}.${b64(admin)}.${signature}`,
    'no signature': `${head}.${claims}.`,
    'no signature at all': `${head}.${claims}`,
    'another issuer': signed(rest, { issuer: 'evil' }),
    'another audience': signed(rest, { audience: 'camino provider' }),
    'ran out a second ago': signed(rest, { expiresIn: -1 }),
    'an account that never was': signed({ ...rest, sub: undefined }, { subject: 'f'.repeat(32) }),
    'a session of nobody': signed({ ...rest, sid: 'f'.repeat(32) }, {}),
    'for a reset': signed({ purpose: 'reset' }, { subject: mine.sub, jwtid: randomUUID() }),
    'half of it': token.slice(0, token.length / 2),
    nothing: 'null',
  };
  delete (rest as { sub?: string }).sub;
  for (const [name, bearer] of Object.entries(forged))
    await attack(`a token: ${name}`, async () => {
      secrets.add(bearer);
      for (const path of ['/users/profile', '/users/data'])
        expect((await send('GET', path, { headers: as(bearer) })).status).toBe(403);
      const body = { password: 'Babieca-1207' };
      const { status } = await send('PATCH', '/users/password', { body, headers: as(bearer) });
      // A reset token that is signed right still names no code that was redeemed.
      expect(status).toBe(name === 'for a reset' ? 401 : 403);
    });
});

test('what was stolen before a logout opens nothing after it, at any endpoint', async () => {
  const { token, cookie } = await learner();
  const { status } = await send('POST', '/auth/logout', { headers: withCookie(cookie) });
  expect(status).toBe(200);
  await attack('the refresh cookie after a logout', async () => {
    const answer = await send('GET', '/auth/refresh', { headers: withCookie(cookie) });
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([404, 'jwt cookie not found']);
  });
  for (const endpoint of forLearners)
    await attack(`the access token after a logout: ${endpoint.name}`, async () => {
      expect((await call(endpoint, as(token))).status).toBe(403);
    });
});

const minuteLater = () =>
  connection.pool.query(
    "update refresh_tokens set used_at = used_at - interval '1 minute', issued_at = issued_at - interval '1 minute'",
  );

test('a refresh token, a reset code and a link are good once', async () => {
  const { cookie, email, username } = await learner();
  const refresh = async (value: string) => {
    const answer = await send('GET', '/auth/refresh', { headers: withCookie(value) });
    if (cookieIn(answer)) secrets.add(cookieIn(answer));
    return { status: answer.status, cookie: cookieIn(answer) };
  };
  await attack('a refresh token that was exchanged, after the owner went on', async () => {
    const owner = await refresh(cookie);
    await minuteLater();
    const next = await refresh(owner.cookie);
    await minuteLater();
    expect((await refresh(cookie)).status).toBe(404);
    expect((await refresh(next.cookie)).status).toBe(404);
  });
  /** What the pattern finds in a mail to the address. Mails to others arrive at any time. */
  const mailed = async (pattern: RegExp, address: string) => {
    const found = () =>
      mail.mails
        .filter(({ to }) => to?.some(receiver => receiver.address === address))
        .map(({ text = '' }) => pattern.exec(text)?.[1] ?? '')
        .find(secret => secret !== '');
    await expect.poll(found).toBeDefined();
    const secret = found() ?? '';
    secrets.add(secret);
    return secret;
  };
  await send('POST', '/forgot-password', { body: { email } });
  const code = await mailed(/^([A-Z2-9-]{14})$/m, email);
  const redeem = () => send('POST', '/forgot-password/reset', { body: { code } });
  const bearer = String(JSON.parse((await redeem()).text).accessToken);
  secrets.add(bearer);
  await attack('a reset code, again', async () => expect((await redeem()).status).toBe(401));
  for (const endpoint of forLearners)
    await attack(`a reset token for something else: ${endpoint.name}`, async () => {
      expect((await call(endpoint, as(bearer))).status).toBe(403);
    });
  const set = (chosen: string) => {
    secrets.add(chosen);
    return send('PATCH', '/users/password', { body: { password: chosen }, headers: as(bearer) });
  };
  expect((await set('Babieca-1207')).status).toBe(200);
  await attack('a reset token, again', async () => {
    expect((await set('Babieca-1208')).status).toBe(401);
    expect((await logIn(username, 'Babieca-1208', from('10.9.1.1'))).status).toBe(401);
  });
  const newcomer = { username: 'altisidora', email: 'altisidora@correo.example', password };
  const proof = await proofOfHuman(origin);
  expect((await send('POST', '/auth/sign-up', { body: { ...newcomer, proof } })).status).toBe(201);
  await attack('a proof of being human, again', async () => {
    const other = { ...newcomer, username: 'altisidorb', email: 'altisidorb@correo.example' };
    const { status, text } = await send('POST', '/auth/sign-up', { body: { ...other, proof } });
    expect([status, JSON.parse(text).errorField]).toEqual([422, 'recaptcha']);
  });
  const link = await mailed(/\/verify-email#(\S+)/, newcomer.email);
  await attack('a link without the password', async () => {
    const body = { code: link, password: 'Guess-1605!' };
    expect((await send('POST', '/email-verification', { body })).status).toBe(401);
  });
});

test('mass assignment: no body takes more than its own fields', async () => {
  const { token } = await learner();
  const extra: Readonly<Record<string, unknown>> = {
    roles: ['admin'],
    activeSubscription: true,
    id: 'f'.repeat(32),
    verified_at: '2020-01-01',
    UserInfo: { roles: ['admin'] },
  };
  for (const endpoint of endpoints.filter(({ body, name }) => body && name !== 'stripeWebhook'))
    for (const [field, value] of Object.entries(extra))
      await attack(`${field} in the body of ${endpoint.name}`, async () => {
        const reset = endpoint.callers === 'resetting';
        const answer = await call(endpoint, reset ? {} : as(token), part => ({ ...part, [field]: value }));
        const forAdmins = reset || !(endpoint.callers === 'anyone' || forLearners.includes(endpoint));
        expect(answer.status).toBe(forAdmins ? 403 : 400);
      });
  const { text } = await send('GET', '/users/profile', { headers: as(token) });
  expect(JSON.parse(text)).toMatchObject({ roles: ['user'], activeSubscription: false });
});

test('another learner’s ids, at every endpoint: nothing is shown, nothing changes', async () => {
  const [victim, thief] = [await learner(), await learner()];
  const { sub } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString());
  const own = async () => {
    const { text } = await send('GET', '/users/data', { headers: as(victim.token) });
    const { madeAt: _madeAt, ...data } = JSON.parse(text);
    expect(data.account).toMatchObject({ email: victim.email });
    return data;
  };
  const before = await own();
  const theirs = (part: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        name === 'username' || name === 'credential' ? victim.username : /(^id|Id)$/.test(name) ? sub : value,
      ]),
    );
  const spared = new Set(['logout', 'deleteAccount', 'signOutEverywhere', 'login']);
  for (const endpoint of endpoints.filter(({ name }) => !spared.has(name)))
    await attack(`ids of somebody else at ${endpoint.name}`, async () => {
      const headers = { ...as(thief.token), ...from('10.9.2.1'), 'X-User-Id': sub, 'X-Account': sub };
      const answer = await call(endpoint, headers, theirs);
      // The payment provider cannot be reached from here, which is 503.
      expect(answer.status).not.toBe(500);
      expect(answer.text).not.toContain(victim.email);
      expect(answer.text).not.toContain(victim.token);
    });
  for (const { name, method, path } of forLearners.filter(one => one.method === 'GET' && !one.params))
    await attack(`somebody else in the address of ${name}`, async () => {
      const asked = `${path}?userId=${sub}&id=${sub}&account=${sub}&username=${victim.username}`;
      const answer = await send(method, asked, { headers: as(thief.token) });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain(victim.email);
    });
  expect(await own()).toEqual(before);
});

test('JSON that is too large, too deep or strange', async () => {
  const { token } = await learner();
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const bodies: Readonly<Record<string, string>> = {
    'three megabytes': JSON.stringify({ credential: 'a', password: 'x'.repeat(3_000_000) }),
    'ten thousand deep': deep(10_000),
    'arrays in arrays': '['.repeat(20_000) + ']'.repeat(20_000),
    'a thousand fields': JSON.stringify(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, at])),
    ),
    __proto__: '{"__proto__":{"roles":["admin"]}}',
    constructor: '{"constructor":{"prototype":{"roles":["admin"]}}}',
    'an object where text belongs': '{"credential":{"$ne":null},"password":{"$ne":null}}',
    'not JSON': '{"credential":',
    'a NUL': '{"credential":"a\\u0000b","password":"x"}',
  };
  for (const { name, method, path } of endpoints.filter(({ body, name }) => body && name !== 'stripeWebhook'))
    for (const [what, body] of Object.entries(bodies))
      await attack(`${what} at ${name}`, async () => {
        const { status, text } = await send(method, path.replace(/:\w+/g, 'google'), {
          body,
          headers: as(token),
        }).catch(() => ({ status: 413, text: '' }));
        expect([400, 403, 413, 422, 429]).toContain(status);
        expect(text).not.toContain(' at ');
      });
});

test('lines smuggled into mail', async () => {
  const { token } = await learner();
  let taken = 0;
  const smuggled = [
    '\r\nBcc: victim@correo.example',
    '\nBcc: victim@correo.example',
    '\rX: y',
    '\u2028Bcc: v@x.example',
  ];
  for (const path of ['/contact/contact-us', '/contact/report-issue'])
    for (const field of ['name', 'email', 'subject'] as const)
      for (const lines of smuggled)
        await attack(`${JSON.stringify(lines)} in ${field} at ${path}`, async () => {
          const good = { name: 'Ana', email: 'ana@correo.example', subject: 'Hello', message: 'Hello.' };
          const body = { ...good, [field]: good[field] + lines };
          const { status } = await send('POST', path, { body, headers: from('10.9.3.1') });
          if (status === 200) taken++;
          else expect([field, status]).toEqual(['email', 400]);
        });
  for (const email of [
    'a@x.example\r\nBcc: v@x.example',
    'a@x.example,v@x.example',
    'a@x.example>',
    '"a\r\nb"@x.example',
    'g:v@x.example;',
  ])
    for (const path of ['/forgot-password', '/email-verification/resend', '/users/email'])
      await attack(`${JSON.stringify(email)} at ${path}`, async () => {
        const headers = { ...as(token), ...from('10.9.3.2') };
        expect((await send('POST', path, { body: { email }, headers })).status).toBe(400);
      });
  // What is taken is the text of a mail to the team, and nothing of its head.
  const written = () => mail.mails.filter(({ text }) => text?.includes('ana@correo.example'));
  await expect.poll(() => written().length).toBe(taken);
  for (const { headers, to } of written()) {
    expect(to?.map(({ address }) => address)).toEqual(['contact@camino.localhost']);
    expect(headers.map(({ key }) => key).filter(key => key === 'bcc' || key === 'x')).toEqual([]);
  }
});

test('redirects that lead away', async () => {
  const { token } = await learner();
  const elsewhere = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'];
  const leadsAway = ({ headers }: Answer) =>
    headers.location !== undefined && !/^\/(?![/\\])/.test(headers.location);
  for (const place of elsewhere)
    for (const name of ['origin', 'redirect', 'next', 'return', 'redirect_uri', 'token', 'state', 'url'])
      for (const path of ['/login', '/auth/login/google', '/auth/login/google/callback', '/'])
        await attack(`${path}?${name}=${place}`, async () => {
          const asked = `${path}?${name}=${encodeURIComponent(place)}`;
          expect(leadsAway(await send('GET', asked, { headers: from('10.9.4.1') }))).toBe(false);
        });
  for (const path of [
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/library//evil.example/',
  ])
    await attack(`the address ${path}`, async () => expect(leadsAway(await send('GET', path))).toBe(false));
  for (const path of ['/stripe/create-checkout-session', '/stripe/create-portal-session'])
    for (const field of ['url', 'returnUrl', 'success_url', 'cancel_url', 'origin'])
      await attack(`${field} at ${path}`, async () => {
        const body = { lookup_key: 'standard_monthly', customerId: 'cus_1', [field]: 'https://evil.example' };
        const headers = { ...as(token), Host: 'evil.example', Origin: 'https://evil.example' };
        const answer = await send('POST', path, { body, headers });
        expect([400, 403]).toContain(answer.status);
        expect(answer.text).not.toContain('evil.example');
      });
});

test('paths that climb out of the static files', async () => {
  const climbs = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '....//',
    '%252e%252e%252f',
    '..%00/',
    '..;/',
  ];
  const targets = ['package.json', 'etc/passwd', 'server/main.ts', '.git/HEAD', '.data/token-secret'];
  for (const climb of climbs)
    for (const target of targets)
      for (const place of ['/', '/assets/', '/answers/', '/dev/mail/'])
        await attack(place + climb + target, async () => {
          const { status, text } = await send('GET', place + climb.repeat(6) + target);
          expect(status).toBeLessThan(500);
          expect(text).not.toMatch(/root:|"name": "camino"|import \{|ref: refs/);
        });
});

test('how many attacks were tried, and how many repelled', () => {
  console.log(`attacks: ${tried} tried, ${repelled} repelled`);
  expect(repelled).toBe(tried);
  expect(tried).toBeGreaterThan(500);
});

test('the log holds no secret that was used, and is JSON line by line', async () => {
  if (app) await stopApp(app);
  const lines = log.split('\n').filter(line => line !== '');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
  secrets.add(new URL(database.url).password || randomUUID());
  for (const { text = '' } of mail.mails)
    for (const [, code = ''] of text.matchAll(/#([\w-]{20,})/g)) secrets.add(code);
  const worthLooking = [...secrets].filter(secret => secret.length >= 8);
  expect(worthLooking.length).toBeGreaterThan(40);
  expect(worthLooking.filter(secret => log.includes(secret))).toEqual([]);
  expect(log).not.toContain('@correo.example');
});
