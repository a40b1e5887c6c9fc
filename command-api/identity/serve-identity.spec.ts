import { createHmac, createSecretKey } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import jwt from 'jsonwebtoken';
import type { Email } from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { createApi } from '../../facade/express/create-api.ts';
import { authenticator } from '../../facade/express/tokens.ts';
import * as contract from '../../facade/identity.ts';
import { setSetting } from '../../facade/users.ts';
import { loggerOn } from '../../server/logging/logger.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { mailServer } from '../../tooling/testing/mail-server.ts';
import { mailer } from '../mail/mail.ts';
import { mailQueue } from '../mail/queue.ts';
import { type RateLimits, rateLimits } from '../rate-limits.ts';
import { createAccount } from './accounts/accounts.ts';
import { serveIdentity } from './serve-identity.ts';
import { sessionStands } from './sessions/sessions.ts';

const key = createSecretKey('k'.repeat(32), 'utf8');
const publicUrl = 'https://camino.example';
const password = 'Passw0rd!';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** The identity endpoints and one command of a signed-in caller, over real Postgres, SMTP and HTTP. */
async function app({
  limits = rateLimits,
  secureCookies = false,
}: {
  limits?: RateLimits;
  secureCookies?: boolean;
} = {}) {
  const { url } = await testDatabase();
  const { db, pool, close } = connect(url);
  await migrate(pool);
  const smtp = await mailServer();
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const send = mailer({ url: smtp.url, from: 'Camino <no-reply@camino.example>' });
  const queue = await mailQueue({ databaseUrl: url, db, send, report });
  const subscribed = new Set<string>();
  const api = createApi({
    served: ['command'],
    authenticate: authenticator(key),
    sessionStands: caller => sessionStands(pool, caller),
    logger: loggerOn({ write: line => void lines.push(line) }),
  });
  serveIdentity(api.serve, {
    db,
    pool,
    key,
    postMail: queue.post,
    publicUrl,
    isSubscribed: async id => subscribed.has(id),
    secureCookies,
    limits,
    log: report,
  });
  api.serve(setSetting, async ({ body }) => body);
  const server = express().use(api.router).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  onTestFinished(async () => {
    await new Promise(resolve => server.close(resolve));
    await queue.close();
    await smtp.close();
    await close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function call(
    { method, path }: { method: string; path: string },
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : {}, headers: response.headers };
  }

  const account = (username = 'reader1', verified = true) =>
    createAccount(db, { username, email: `${username}@example.org`, password, verified });
  const logIn = async (credential = 'reader1') => {
    const answer = await call(contract.login, { credential, password });
    expect(answer.status).toBe(200);
    return { cookie: cookieOf(answer), token: String(answer.body['accessToken']) };
  };
  const refresh = (cookie: string) => call(contract.refresh, undefined, { Cookie: `jwt=${cookie}` });
  const command = (token: string) =>
    call(setSetting, { setting: 'autoPlayWordTTS', value: true }, { Authorization: `Bearer ${token}` });
  /** As if everything had happened that many seconds earlier. */
  const age = (seconds: number) =>
    pool.query(
      `update refresh_tokens set used_at = used_at - make_interval(secs => ${seconds}), expires_at = expires_at - make_interval(secs => ${seconds});
       update verification_links set expires_at = expires_at - make_interval(secs => ${seconds});
       update rate_limits set started_at = started_at - make_interval(secs => ${seconds})`,
    );
  return { db, pool, smtp, lines, subscribed, call, account, logIn, refresh, command, age };
}

/** The nth mail, once it has arrived. */
async function mailed({ mails }: { mails: readonly Email[] }, nth = 0): Promise<Email | undefined> {
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBeGreaterThan(nth);
  return mails[nth];
}

function cookieOf({ headers }: Answer): string {
  return /^jwt=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
}

function linkOf(mail: Email | undefined): { method: string; path: string } {
  const path = new RegExp(`${publicUrl}(/email-verification/[\\w-]+)`).exec(mail?.text ?? '')?.[1];
  expect(path).toBeDefined();
  return { method: 'GET', path: path ?? '' };
}

const newcomer = { username: 'Sancho', email: 'Sancho@Example.org', password };

test('from sign-up through the mail to a login', async () => {
  const { call, smtp, db } = await app();
  const signedUp = await call(contract.signUp, newcomer);
  expect(signedUp.status).toBe(201);
  expect(signedUp.body).toEqual({
    message: 'created new user',
    username: 'Sancho',
    email: 'sancho@example.org',
  });
  const mail = await mailed(smtp);
  expect(mail?.to?.[0]?.address).toBe('sancho@example.org');
  expect(mail?.from?.address).toBe('no-reply@camino.example');
  const link = linkOf(mail);
  expect(mail?.html).toContain(`href="${publicUrl}${link.path}"`);

  const unverified = await call(contract.login, { credential: 'sancho', password });
  expect(unverified.status).toBe(401);
  expect(unverified.body).toEqual({
    message: 'unable to login with unverified account',
    username: 'Sancho',
    email: 'sancho@example.org',
  });

  for (const _ of ['scanner', 'person']) {
    const opened = await call(link);
    expect(opened.status).toBe(302);
    expect(opened.headers.get('location')).toBe(
      '/verification-success?username=Sancho&email=sancho%40example.org',
    );
  }
  for (const credential of ['Sancho', 'sANCHO', 'sancho@example.org', 'SANCHO@example.ORG'])
    expect((await call(contract.login, { credential, password })).status).toBe(200);

  const { password_hash } = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$/);
  const stored = JSON.stringify(await db.selectFrom('verification_links').selectAll().execute());
  expect(stored).not.toContain(link.path.split('/').at(-1));
});

test('duplicates, whatever their case, name their field', async () => {
  const { call, smtp } = await app();
  await call(contract.signUp, newcomer);
  const email = await call(contract.signUp, { ...newcomer, username: 'Other', email: 'SANCHO@example.org' });
  expect(email.status).toBe(409);
  expect(email.body).toMatchObject({ message: 'duplicate email', errorField: 'email' });
  const username = await call(contract.signUp, {
    ...newcomer,
    username: 'sancho',
    email: 'other@example.org',
  });
  expect(username.status).toBe(409);
  expect(username.body).toEqual({
    message: 'duplicate username',
    errorField: 'username',
    username: 'sancho',
    email: 'other@example.org',
  });
  await mailed(smtp);
  expect(smtp.mails).toHaveLength(1);
});

test('of many who want one name at the same moment, one gets it', async () => {
  const { call } = await app();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      call(contract.signUp, { ...newcomer, email: `n${n}@example.org`, username: n % 2 ? 'Same' : 'SAME' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('no profanity in usernames', async () => {
  const { call } = await app();
  const { status, body } = await call(contract.signUp, { ...newcomer, username: 'sh1thead' });
  expect(status).toBe(422);
  expect(body).toMatchObject({ message: 'unable to create new user', errorField: 'username' });
});

test('links that expired or never were', async () => {
  const { call, smtp, age } = await app();
  await call(contract.signUp, newcomer);
  const link = linkOf(await mailed(smtp));
  await age(24 * 3_600 - 60);
  await age(120);
  const expired = await call(link);
  expect(expired.headers.get('location')).toBe(
    '/verification-expired?username=Sancho&email=sancho%40example.org',
  );
  const resent = await call(contract.resendVerification, { email: 'sancho@EXAMPLE.org' });
  expect(resent.status).toBe(200);
  expect(resent.body).toEqual({
    message: 'resent verification email',
    username: 'Sancho',
    email: 'sancho@example.org',
  });
  expect((await call(linkOf(await mailed(smtp, 1)))).headers.get('location')).toMatch(
    /^\/verification-success/,
  );
  expect((await call(link)).headers.get('location')).toMatch(/^\/verification-success/);
  const unknown = await call({ method: 'GET', path: '/email-verification/nothing' });
  expect(unknown.headers.get('location')).toBe('/verification-failure');
  for (const email of ['sancho@example.org', 'nobody@example.org']) {
    const refused = await call(contract.resendVerification, { email });
    expect(refused.status).toBe(404);
    expect(refused.body['message']).toBe('unable to resend verification email');
  }
});

test('a link is good for 24 hours', async () => {
  const { call, smtp, age } = await app();
  await call(contract.signUp, newcomer);
  await age(24 * 3_600 - 60);
  expect((await call(linkOf(await mailed(smtp)))).headers.get('location')).toMatch(/^\/verification-success/);
});

test('wrong credentials are all alike', async () => {
  const { call, account, db } = await app();
  await account('reader1');
  await account('reader2', false);
  await account('reader3');
  await db
    .updateTable('accounts')
    .set({ password_hash: null, provider: 'google' })
    .where('username', '=', 'reader3')
    .execute();
  for (const [credential, typed] of [
    ['reader1', 'Passw0rd?'],
    ['reader2', 'Passw0rd?'],
    ['reader3', password],
    ['nobody', password],
    ['nobody@example.org', password],
    ["' or 1=1 --", password],
  ]) {
    const { status, body, headers } = await call(contract.login, { credential, password: typed });
    expect(status).toBe(401);
    expect(body).toEqual({ message: 'invalid username or password' });
    expect(headers.get('set-cookie')).toBeNull();
  }
});

test('the access token says who, and the cookie keeps to itself', async () => {
  const { call, account, subscribed } = await app({ secureCookies: true });
  const created = await account();
  if ('refused' in created) throw new Error(created.refused);
  subscribed.add(created.id);
  const answer = await call(contract.login, { credential: 'reader1', password });
  expect(answer.body).toEqual({ accessToken: expect.any(String) });
  const claims = jwt.verify(String(answer.body['accessToken']), key) as jwt.JwtPayload;
  expect(claims['UserInfo']).toEqual({ username: 'reader1', roles: ['user'], activeSubscription: true });
  expect(claims.sub).toBe(created.id);
  expect(Number(claims.exp) - Number(claims.iat)).toBe(600);
  const attributes = (answer.headers.get('set-cookie') ?? '').split('; ').slice(1);
  expect(attributes).toEqual(
    expect.arrayContaining(['Path=/auth', 'HttpOnly', 'Secure', 'SameSite=Strict', 'Max-Age=2592000']),
  );
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

test('only https cookies are marked secure', async () => {
  const { call, account } = await app();
  await account();
  const { headers } = await call(contract.login, { credential: 'reader1', password });
  expect(headers.get('set-cookie')).not.toContain('Secure');
});

test('refresh exchanges the cookie for a token and another cookie', async () => {
  const { account, logIn, refresh, command, call, db } = await app();
  await account();
  const { cookie } = await logIn();
  const first = await refresh(cookie);
  expect(first.status).toBe(200);
  const next = cookieOf(first);
  expect(next).not.toBe(cookie);
  expect((await command(String(first.body['accessToken']))).status).toBe(200);
  expect((await refresh(next)).status).toBe(200);

  const stored = JSON.stringify(await db.selectFrom('refresh_tokens').selectAll().execute());
  expect(stored).not.toContain(next);

  for (const headers of [{}, { Cookie: 'jwt=' }, { Cookie: 'jwt=unknown' }, { Cookie: 'other=1; x' }]) {
    const none = await call(contract.refresh, undefined, headers as Record<string, string>);
    expect(none.status).toBe(404);
    expect(none.body).toEqual({ message: 'jwt cookie not found' });
  }
});

test('a refresh token that is used again ends the whole session', async () => {
  const { account, logIn, refresh, command, age } = await app();
  await account();
  const { cookie } = await logIn();
  const first = await refresh(cookie);
  await age(30);
  const reused = await refresh(cookie);
  expect(reused.status).toBe(404);
  expect(reused.headers.get('set-cookie')).toMatch(/^jwt=;/);
  expect((await refresh(cookieOf(first))).status).toBe(404);
  expect((await command(String(first.body['accessToken']))).status).toBe(403);
});

test('two tabs may race, but only one of their tokens may live on', async () => {
  const { account, logIn, refresh, age } = await app();
  await account();
  const { cookie } = await logIn();
  const [one, other] = await Promise.all([refresh(cookie), refresh(cookie)]);
  expect([one.status, other.status]).toEqual([200, 200]);
  await age(600);
  const kept = await refresh(cookieOf(other));
  expect(kept.status).toBe(200);
  await age(600);
  expect((await refresh(cookieOf(one))).status).toBe(404);
  expect((await refresh(cookieOf(kept))).status).toBe(404);
});

test('a session that nobody uses runs out after 30 days', async () => {
  const { account, logIn, refresh, age, db } = await app();
  await account();
  const { cookie } = await logIn();
  await age(30 * 86_400 + 1);
  expect((await refresh(cookie)).status).toBe(404);
  await logIn();
  expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
});

test('logout ends the session for commands and for refreshing, and may be repeated', async () => {
  const { account, logIn, refresh, command, call } = await app();
  await account();
  const { cookie, token } = await logIn();
  const elsewhere = await logIn();
  expect((await command(token)).status).toBe(200);
  for (const headers of [{ Cookie: `jwt=${cookie}` }, { Cookie: `jwt=${cookie}` }, {}]) {
    const out = await call(contract.logout, undefined, headers as Record<string, string>);
    expect(out.status).toBe(200);
    expect(out.headers.get('set-cookie')).toMatch(/^jwt=; Path=\/auth; Expires=Thu, 01 Jan 1970/);
  }
  expect((await command(token)).status).toBe(403);
  expect((await refresh(cookie)).status).toBe(404);
  expect((await command(elsewhere.token)).status).toBe(200);
});

test('logging in again in one browser ends the session before', async () => {
  const { account, logIn, call, command } = await app();
  await account();
  const { cookie, token } = await logIn();
  await call(contract.login, { credential: 'reader1', password }, { Cookie: `jwt=${cookie}` });
  expect((await command(token)).status).toBe(403);
});

test('tokens that are not ours open nothing', async () => {
  const { account, logIn, command } = await app();
  await account();
  const { token } = await logIn();
  const [head = '', payload = '', signature = ''] = token.split('.');
  const { iat: _iat, exp: _exp, ...claims } = jwt.decode(token) as jwt.JwtPayload;
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const admin = encoded({
    ...(jwt.decode(token) as object),
    UserInfo: { username: 'reader1', roles: ['admin'], activeSubscription: true },
  });
  const hmac = (text: string, algorithm: string, secret: string) =>
    createHmac(algorithm, secret).update(text).digest('base64url');
  const other = encoded({ alg: 'HS512', typ: 'JWT' });
  const forged = {
    'with other claims': `${head}.${admin}.${signature}`,
    unsigned: `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'unsigned, capitals': `${encoded({ alg: 'NONE', typ: 'JWT' })}.${payload}.`,
    'of another key': `${head}.${payload}.${hmac(`${head}.${payload}`, 'sha256', 'another')}`,
    'of another algorithm': `${other}.${payload}.${hmac(`${other}.${payload}`, 'sha512', 'k'.repeat(32))}`,
    expired: jwt.sign(claims, key, { expiresIn: -1 }),
    'of another issuer': jwt.sign({ ...claims, iss: 'elsewhere' }, key, { expiresIn: 60 }),
    'of another session': jwt.sign({ ...claims, sid: 'f'.repeat(32) }, key, { expiresIn: 60 }),
    'of another account': jwt.sign({ ...claims, sub: 'f'.repeat(32) }, key, { expiresIn: 60 }),
    'for a reset': jwt.sign({ ...claims, purpose: 'reset' }, key, { expiresIn: 60 }),
    'without end': jwt.sign(claims, key),
    garbage: 'garbage',
  };
  for (const [what, bearer] of Object.entries(forged))
    expect({ what, status: (await command(bearer)).status }).toEqual({ what, status: 403 });
  expect((await command(jwt.sign(claims, key, { expiresIn: 60 }))).status).toBe(200);
});

test('too many attempts are told to wait', async () => {
  const few = { attempts: 2, seconds: 900 };
  const { call, account, age } = await app({
    limits: { ...rateLimits, signUp: few, login: few, resend: few },
  });
  await account('reader1');
  await account('reader2', false);
  const wrong = () => call(contract.login, { credential: 'reader1', password: 'wrong' });
  const right = () => call(contract.login, { credential: 'READER1', password });
  expect((await wrong()).status).toBe(401);
  // A success forgets the mistakes before it.
  expect((await right()).status).toBe(200);
  expect((await wrong()).status).toBe(401);
  expect((await wrong()).status).toBe(401);
  const refused = await right();
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    message: 'too many attempts',
    messageVerbose: 'Too many attempts. Please try again in 15 minutes.',
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(890);
  expect((await call(contract.login, { credential: 'reader2', password })).status).toBe(401);

  const resend = () => call(contract.resendVerification, { email: 'reader2@example.org' });
  expect([await resend(), await resend(), await resend()].map(({ status }) => status)).toEqual([
    200, 200, 429,
  ]);
  const join = (n: number) =>
    call(contract.signUp, { ...newcomer, username: `New${n}`, email: `n${n}@example.org` });
  expect([await join(1), await join(2), await join(3)].map(({ status }) => status)).toEqual([201, 201, 429]);

  await age(901);
  expect((await right()).status).toBe(200);
});
