import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '../../../facade/identity.ts';
import { sessions } from '../../../facade/own-account.ts';
import { rateLimits } from '../../rate-limits.ts';
import { deviceCookieIn, type IdentityApp, identityApp, password } from '../testing/identity-app.ts';

const email = 'reader1@example.org';
const next = 'Another-Pass1';

const ask = ({ call }: IdentityApp, whose = email, network = 1) =>
  call(contract.forgotPassword, { email: whose }, { 'X-Forwarded-For': `2001:db8:${network}::1` });
const redeem = ({ call }: IdentityApp, code: string) => call(contract.redeemResetCode, { code });

/** The code in the last mail with one, once there are so many. */
async function mailedCode({ mailTo }: IdentityApp, least = 1): Promise<string> {
  const { text = '' } = await mailTo(email, 'Your code', least);
  return codeIn(text);
}

const codeIn = (text: string) => /^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0] ?? '';

test('a mailed code sets a new password, ends all sessions, and the owner is told', async () => {
  const app = await identityApp();
  const { call, account, logIn, command, refresh, as, mailTo } = app;
  await account();
  const before = await logIn();
  expect(await ask(app, ' Reader1@Example.ORG')).toMatchObject({
    status: 200,
    body: { message: 'sent forgot password code', username: 'reader1', email },
  });
  const code = await mailedCode(app);
  const { status, body } = await redeem(app, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
  expect(status).toBe(200);
  const token = String(body.accessToken);

  // It can only set a password.
  expect((await command(token)).status).toBe(403);
  expect((await call(sessions, undefined, as(token))).status).toBe(403);
  const weak = await call(contract.setPassword, { password: 'short' }, as(token));
  expect(weak).toMatchObject({ status: 400, body: { errorField: 'password' } });
  expect(await call(contract.setPassword, { password: next }, as(token))).toMatchObject({
    status: 200,
    body: { message: 'updated password', username: 'reader1', email },
  });

  expect((await command(before.token)).status).toBe(403);
  expect((await refresh(before.cookie)).status).toBe(404);
  expect((await call(contract.login, { credential: 'reader1', password })).status).toBe(401);
  await logIn('reader1', next);
  expect((await mailTo(email, 'Your account was changed')).text).toContain('Your password was set anew');

  // Neither code nor token works again.
  expect((await redeem(app, code)).body.message).toBe('invalid forgot password code');
  expect(await call(contract.setPassword, { password }, as(token))).toMatchObject({
    status: 401,
    body: { message: 'unable to reset password' },
  });
});

test('a request sent again under its key keeps its code; for another address it mails another', async () => {
  const app = await identityApp();
  const { call, account, mailTo, db } = app;
  await account();
  await account('reader2');
  const id = { 'Idempotency-Key': randomUUID() };
  for (let times = 0; times < 2; times++)
    expect((await call(contract.forgotPassword, { email }, id)).status).toBe(200);
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1);
  expect((await redeem(app, await mailedCode(app))).status).toBe(200);
  expect((await call(contract.forgotPassword, { email: 'reader2@example.org' }, id)).status).toBe(200);
  await mailTo('reader2@example.org', 'Your code');
});

test('a reset unblocks a login that was blocked by failed attempts', async () => {
  const app = await identityApp({
    limits: { ...rateLimits, loginOfAccount: { attempts: 2, seconds: 3_600 } },
  });
  const { call, account, logIn, as } = app;
  await account();
  const guess = (n: number) =>
    call(
      contract.login,
      { credential: 'reader1', password: 'wrong' },
      { 'X-Forwarded-For': `203.0.113.${n}` },
    );
  expect([await guess(1), await guess(2), await guess(3)].map(({ status }) => status)).toEqual([
    401, 401, 429,
  ]);
  expect((await call(contract.login, { credential: 'reader1', password })).status).toBe(429);
  await ask(app);
  const { body } = await redeem(app, await mailedCode(app));
  expect((await call(contract.setPassword, { password: next }, as(String(body.accessToken)))).status).toBe(
    200,
  );
  await logIn('reader1', next);
});

test('a used token is refused at once, before the account is locked', async () => {
  const app = await identityApp();
  const { call, account, as, pool } = app;
  const { id } = await account();
  await ask(app);
  const { body } = await redeem(app, await mailedCode(app));
  const set = () => call(contract.setPassword, { password: next }, as(String(body.accessToken)));
  expect((await set()).status).toBe(200);
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('select from accounts where id = $1 for no key update', [id]);
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let status: number | undefined;
    const answer = set().then(answered => {
      status = answered.status;
    });
    const outcome = async () =>
      status ?? ((await pool.query(waiting)).rowCount ? 'waits for the account' : undefined);
    await expect.poll(outcome).toBeDefined();
    expect(await outcome()).toBe(401);
    await answer;
  } finally {
    await other.query('rollback');
    other.release();
  }
});

test('a signed-in learner cannot set a password that way', async () => {
  const { call, account, logIn, as } = await identityApp();
  await account();
  const { token } = await logIn();
  expect((await call(contract.setPassword, { password: next }, as(token))).status).toBe(403);
});

test('codes are refused to unknown, unverified and Google accounts', async () => {
  const app = await identityApp();
  const { account, signUp, db } = app;
  expect(await ask(app, 'nobody@example.org')).toMatchObject({
    status: 404,
    body: { message: 'unable to send forgot password code', email: 'nobody@example.org' },
  });
  await signUp({ username: 'reader2', email: 'reader2@example.org', password });
  expect(await ask(app, 'reader2@example.org')).toMatchObject({
    body: {
      message: 'unable to send forgot password code to unverified email',
      username: 'reader2',
      email: 'reader2@example.org',
    },
  });
  await account();
  await db
    .updateTable('accounts')
    .set({ password_hash: null, provider: 'google', provider_subject: '1' })
    .where('email', '=', email)
    .execute();
  expect((await ask(app)).body.message).toBe('unable to send forgot password code to oauthed user');
});

test('a code is good for 15 minutes, whatever is asked for after it', async () => {
  const app = await identityApp();
  await app.account();
  await ask(app);
  const first = await mailedCode(app);
  await app.age(14 * 60);
  await ask(app);
  const second = await mailedCode(app, 2);
  expect((await redeem(app, first)).status).toBe(200);
  await app.age(15 * 60 + 1);
  expect(await redeem(app, second)).toMatchObject({
    status: 401,
    body: { message: 'forgot password code expired', email },
  });
  await ask(app);
  expect((await redeem(app, await mailedCode(app, 3))).status).toBe(200);
});

test('a request of a stranger does not void a redeemed code; the new password voids all codes', async () => {
  const app = await identityApp();
  await app.account();
  await ask(app);
  const { body } = await redeem(app, await mailedCode(app));
  await ask(app);
  const strangers = await mailedCode(app, 2);
  const set = await app.call(contract.setPassword, { password: next }, app.as(String(body.accessToken)));
  expect(set.status).toBe(200);
  expect((await redeem(app, strangers)).body.message).toBe('invalid forgot password code');
});

test('neither the database nor the queue keeps a code once it was mailed', async () => {
  const app = await identityApp();
  await app.account();
  await ask(app);
  const code = await mailedCode(app);
  const kept = async () =>
    JSON.stringify([
      await app.db.selectFrom('reset_codes').selectAll().execute(),
      await app.db.selectFrom('mails').selectAll().execute(),
    ]);
  await expect.poll(kept).not.toContain(code);
  expect(await kept()).not.toContain(code.replaceAll('-', ''));
});

test('codes are neither guessed nor mailed without end', async () => {
  const app = await identityApp({
    limits: {
      ...rateLimits,
      redeem: { attempts: 3, seconds: 900 },
      reset: { attempts: 2, seconds: 3_600 },
    },
  });
  await app.account();
  const statuses = [];
  for (const network of [1, 1, 1, 2]) statuses.push((await ask(app, email, network)).status);
  expect(statuses).toEqual([200, 200, 429, 200]);
  const guesses = await Promise.all(Array.from({ length: 8 }, (_, n) => redeem(app, `BCDF-GHJK-LM${n}X`)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('a mailbox with five valid codes gets no other one, and each of the five is good', async () => {
  const app = await identityApp();
  await app.account();
  const mails = async () => (await app.db.selectFrom('mails').select('id').execute()).length;
  const asked = await Promise.all(Array.from({ length: 8 }, (_, network) => ask(app, email, network)));
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  expect(await mails()).toBe(5);
  for (const { text = '' } of await app.mailsTo(email, 'Your code', 5))
    expect((await redeem(app, codeIn(text))).status).toBe(200);
  expect((await ask(app, email, 9)).status).toBe(200);
  expect(await mails()).toBe(6);
});

test('a stranger with many addresses keeps the owner neither from a code nor from the login after it', async () => {
  const app = await identityApp({
    limits: { ...rateLimits, loginOfAccount: { attempts: 2, seconds: 3_600 } },
  });
  const { call, account, as } = app;
  await account();
  let address = 0;
  const login = (typed: string, headers = {}) =>
    call(
      contract.login,
      { credential: 'reader1', password: typed },
      { 'X-Forwarded-For': `203.0.113.${address++}`, ...headers },
    );
  const block = async () => {
    for (let guess = 0; guess < 2; guess++) expect((await login('wrong')).status).toBe(401);
    expect((await login('wrong')).status).toBe(429);
  };
  await block();
  for (let network = 0; network < 8; network++) await ask(app, email, network);
  expect((await ask(app, email, 8)).status).toBe(200);
  const { body } = await redeem(app, await mailedCode(app));
  const set = await call(contract.setPassword, { password: next }, as(String(body.accessToken)));
  await block();
  expect((await login(next)).status).toBe(429);
  expect((await login(next, { Cookie: deviceCookieIn(set) })).status).toBe(200);
});

test('of two concurrent requests with one code one gets the token', async () => {
  const app = await identityApp();
  await app.account();
  await ask(app);
  const code = await mailedCode(app);
  const both = await Promise.all([redeem(app, code), redeem(app, code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});
