import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import * as contract from '../../../facade/identity.ts';
import { changePassword } from '../../../facade/own-account.ts';
import { sessionMarker } from '../../../facade/session-marker.ts';
import { rateLimits } from '../../rate-limits.ts';
import { cookieOf, deviceCookieIn, identityApp, password, testKeys } from '../testing/identity-app.ts';

const [{ id: keyid, key }] = testKeys;

test('all wrong credentials get the same reply', async () => {
  const { call, account, db, signUp } = await identityApp();
  await account('reader1');
  await signUp({ username: 'reader2', email: 'reader2@example.org', password });
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

test('a login opens no session when its password is replaced or its account deleted meanwhile', async () => {
  const { call, account, pool } = await identityApp();
  const other = await pool.connect();
  try {
    for (const [credential, change] of [
      ['reader1', "update accounts set password_hash = 'another' where id = $1"],
      ['reader2', 'delete from accounts where id = $1'],
    ] as const) {
      const { id } = await account(credential);
      await other.query('begin');
      await other.query(change, [id]);
      const answer = call(contract.login, { credential, password });
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      await other.query('commit');
      expect(await answer).toMatchObject({ status: 401, body: { message: 'invalid username or password' } });
    }
    expect((await pool.query('select from sessions')).rowCount).toBe(0);
  } finally {
    other.release();
  }
});

test('the access token names the account, and the cookie is not readable', async () => {
  const { call, account, subscribed } = await identityApp();
  const created = await account();
  subscribed.add(created.id);
  const answer = await call(contract.login, { credential: 'reader1', password });
  expect(answer.body).toEqual({ accessToken: expect.any(String) });
  const claims = jwt.verify(String(answer.body['accessToken']), key, {
    audience: 'camino',
    issuer: 'camino',
  }) as jwt.JwtPayload;
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
  const { call, account } = await identityApp({ publicUrl: 'http://localhost:3000' });
  await account();
  const { headers } = await call(contract.login, { credential: 'reader1', password });
  expect(headers.get('set-cookie')).not.toContain('Secure');
});

test('refresh exchanges the cookie for a token and another cookie', async () => {
  const { account, logIn, refresh, command, call, db } = await identityApp();
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

test('a marker that scripts can read comes and goes with the refresh cookie', async () => {
  const { account, logIn, refresh, call, age } = await identityApp();
  await account();
  const markers = (headers: Headers) =>
    headers.getSetCookie().filter(cookie => cookie.startsWith(`${sessionMarker}=`));
  const login = await call(contract.login, { credential: 'reader1', password });
  const [marker = ''] = markers(login.headers);
  const [cookie = ''] = login.headers.getSetCookie().filter(one => one.startsWith('jwt='));
  expect(marker).toMatch(/^session=1; .*Path=\/;/);
  expect(marker).toMatch(/; Secure; SameSite=Strict$/);
  expect(marker).not.toContain('HttpOnly');
  expect(/Max-Age=\d+/.exec(marker)?.[0]).toBe(/Max-Age=\d+/.exec(cookie)?.[0]);

  const refreshed = await refresh((await logIn()).cookie);
  expect(markers(refreshed.headers)).toHaveLength(1);
  await age(1);
  const loggedOut = await call(contract.logout, undefined, { Cookie: `jwt=${cookieOf(refreshed)}` });
  for (const { headers } of [loggedOut, await refresh('unknown'), await call(contract.refresh)])
    expect(markers(headers)[0]).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
});

test('after a lost reply the old cookie still works, however late it comes', async () => {
  const { account, logIn, refresh, age, db } = await identityApp();
  await account();
  let { cookie } = await logIn();
  for (const late of [1, 25, 3_600, 86_400]) {
    // This reply never arrives.
    expect((await refresh(cookie)).status).toBe(200);
    await age(late);
    const arrived = await refresh(cookie);
    expect(arrived.status).toBe(200);
    cookie = cookieOf(arrived);
  }
  expect(await db.selectFrom('sessions').where('ended_at', 'is not', null).selectAll().execute()).toEqual([]);
});

test('use of a second child of a token ends the whole session', async () => {
  const { account, logIn, refresh, command, age } = await identityApp();
  await account();
  const { cookie } = await logIn();
  const first = await refresh(cookie);
  await age(30);
  const second = await refresh(cookieOf(first));
  expect(second.status).toBe(200);
  await age(30);
  const reused = await refresh(cookie);
  expect(reused.status).toBe(404);
  expect(reused.headers.get('set-cookie')).toMatch(/^jwt=;/);
  expect((await refresh(cookieOf(second))).status).toBe(404);
  expect((await command(String(second.body.accessToken))).status).toBe(403);
});

test('a thief who follows the owner is detected at the next exchange of either', async () => {
  const { account, logIn, refresh, age } = await identityApp();
  await account();
  const { cookie } = await logIn();
  const thief = await refresh(cookie);
  await age(60);
  const owner = await refresh(cookie);
  expect([thief.status, owner.status]).toEqual([200, 200]);
  await age(60);
  expect((await refresh(cookieOf(thief))).status).toBe(200);
  await age(60);
  expect((await refresh(cookieOf(owner))).status).toBe(404);
  expect((await refresh(cookieOf(thief))).status).toBe(404);
});

test('racing tabs end with one cookie, and one cookie cannot be multiplied', async () => {
  const { account, logIn, refresh, age, db } = await identityApp();
  await account();
  const { cookie } = await logIn();
  const raced = await Promise.all(Array.from({ length: 30 }, () => refresh(cookie)));
  expect(raced.map(({ status }) => status)).toEqual(raced.map(() => 200));
  const [kept = '', ...others] = new Set(raced.map(cookieOf));
  expect(others).toEqual([]);
  expect(await db.selectFrom('refresh_tokens').selectAll().execute()).toHaveLength(2);
  // A request in flight with the old cookie while another tab already has the new one.
  const next = await refresh(kept);
  expect(cookieOf(await refresh(cookie))).toBe(cookieOf(next));
  await age(600);
  expect((await refresh(cookieOf(next))).status).toBe(200);
});

test('for any interleaving of requests, lost replies and waits one browser stays signed in, and a second one does not', async () => {
  const { account, logIn, refresh, age } = await identityApp();
  await account();
  const step = fc.record({
    lost: fc.boolean(),
    wait: fc.constantFrom(0, 5, 30, 900),
    tabs: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async steps => {
      let { cookie } = await logIn();
      const stolen = cookie;
      let used = 0;
      for (const { lost, wait, tabs } of steps) {
        const replies = await Promise.all(Array.from({ length: tabs }, () => refresh(cookie)));
        expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
        const last = replies.at(-1);
        if (!lost && last) {
          cookie = cookieOf(last);
          used++;
        }
        await age(wait);
      }
      expect((await refresh(cookie)).status).toBe(200);
      await age(30);
      // Its child was used, unless every reply was lost: then it is still the browser's own token.
      expect((await refresh(stolen)).status).toBe(used > 0 ? 404 : 200);
    }),
    { numRuns: 12 },
  );
});

test('an unused session expires after 30 days', async () => {
  const { account, logIn, refresh, age, db } = await identityApp();
  await account();
  const { cookie } = await logIn();
  await age(30 * 86_400 + 1);
  expect((await refresh(cookie)).status).toBe(404);
  await logIn();
  expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
});

test('logout ends the session for commands and refreshing, and may be repeated', async () => {
  const { account, logIn, refresh, command, call } = await identityApp();
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
  // A token that came in an address has no cookie beside it.
  await call(contract.logout, undefined, { Authorization: `Bearer ${elsewhere.token}` });
  expect((await command(elsewhere.token)).status).toBe(403);
});

test('logging in again in a browser ends its earlier session', async () => {
  const { account, logIn, call, command } = await identityApp();
  await account();
  const { cookie, token } = await logIn();
  await call(contract.login, { credential: 'reader1', password }, { Cookie: `jwt=${cookie}` });
  expect((await command(token)).status).toBe(403);
});

test('foreign tokens are refused', async () => {
  const { account, logIn, command } = await identityApp();
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
  const other = encoded({ alg: 'HS512', typ: 'JWT', kid: keyid });
  const forged = {
    'with other claims': `${head}.${admin}.${signature}`,
    unsigned: `${encoded({ alg: 'none', typ: 'JWT', kid: keyid })}.${payload}.`,
    'unsigned, capitals': `${encoded({ alg: 'NONE', typ: 'JWT', kid: keyid })}.${payload}.`,
    'of another key': `${head}.${payload}.${hmac(`${head}.${payload}`, 'sha256', 'another')}`,
    'of another algorithm': `${other}.${payload}.${hmac(`${other}.${payload}`, 'sha512', 'k'.repeat(32))}`,
    expired: jwt.sign(claims, key, { keyid, expiresIn: -1 }),
    'of another issuer': jwt.sign({ ...claims, iss: 'elsewhere' }, key, { keyid, expiresIn: 60 }),
    'of another session': jwt.sign({ ...claims, sid: 'f'.repeat(32) }, key, { keyid, expiresIn: 60 }),
    'of another account': jwt.sign({ ...claims, sub: 'f'.repeat(32) }, key, { keyid, expiresIn: 60 }),
    'for a reset': jwt.sign({ ...claims, purpose: 'reset' }, key, { keyid, expiresIn: 60 }),
    'without end': jwt.sign(claims, key, { keyid }),
    'for somebody else': jwt.sign({ ...claims, aud: 'elsewhere' }, key, { keyid, expiresIn: 60 }),
    'without a key id': jwt.sign(claims, key, { expiresIn: 60 }),
    garbage: 'garbage',
  };
  for (const [what, bearer] of Object.entries(forged))
    expect({ what, status: (await command(bearer)).status }).toEqual({ what, status: 403 });
  expect((await command(jwt.sign(claims, key, { keyid, expiresIn: 60 }))).status).toBe(200);
});

const few = { attempts: 2, seconds: 900 };

test('too many attempts are refused with the time to wait', async () => {
  const { call, account, age } = await identityApp({ limits: { ...rateLimits, login: few } });
  await account('reader1');
  const wrong = (credential = 'reader1') => call(contract.login, { credential, password: 'wrong' });
  const right = () => call(contract.login, { credential: 'READER1', password });
  expect((await wrong()).status).toBe(401);
  // A success resets the count of failures.
  expect((await right()).status).toBe(200);
  expect((await wrong()).status).toBe(401);
  // Username and address belong to the same account.
  expect((await wrong('reader1@example.org')).status).toBe(401);
  const refused = await right();
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    message: 'too many attempts',
    messageVerbose: 'Too many attempts. Please try again in 15 minutes.',
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(890);
  expect((await wrong('reader2')).status).toBe(401);
  await age(901);
  expect((await right()).status).toBe(200);
});

test('one address cannot block a login: refused attempts do not count', async () => {
  const { call, account } = await identityApp();
  await account('reader1');
  const from = (address: string, typed: string) =>
    call(contract.login, { credential: 'reader1', password: typed }, { 'X-Forwarded-For': address });
  const attacks = await Promise.all(Array.from({ length: 120 }, () => from('203.0.113.9', 'wrong')));
  expect(attacks.filter(({ status }) => status === 401)).toHaveLength(rateLimits.login.attempts);
  expect((await from('198.51.100.7', password)).status).toBe(200);
});

test('guesses at one account from many addresses are limited', async () => {
  const { call, account } = await identityApp({
    limits: { ...rateLimits, loginOfAccount: { attempts: 5, seconds: 3_600 } },
  });
  await account('reader1');
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      call(
        contract.login,
        { credential: 'reader1', password: 'wrong' },
        { 'X-Forwarded-For': `203.0.113.${n}` },
      ),
    ),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
});

test('nobody who guesses from many addresses keeps out a browser that has logged in before', async () => {
  const { call, account, as, age } = await identityApp({
    limits: { ...rateLimits, loginOfAccount: few },
  });
  await account('reader1');
  await account('reader2');
  let address = 0;
  const login = (typed: string, cookie = '', credential = 'reader1') =>
    call(
      contract.login,
      { credential, password: typed },
      { 'X-Forwarded-For': `203.0.113.${address++}`, Cookie: cookie },
    );
  const [mine, others] = [await login(password), await login(password, '', 'reader2')].map(deviceCookieIn);
  expect(mine).toMatch(/^device=[\w-]{43}$/);
  await Promise.all(Array.from({ length: 4 }, () => login('wrong')));
  for (const cookie of ['', others, 'device=', `${mine}x`, `device=${'A'.repeat(43)}`])
    expect((await login(password, cookie)).status).toBe(429);
  const answer = await login(password, mine);
  expect(answer.status).toBe(200);

  // Guesses in that browser are limited, too.
  const guesses = await Promise.all(Array.from({ length: 4 }, () => login('wrong', mine)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(1);
  await age(3_600);
  await Promise.all(Array.from({ length: 4 }, () => login('wrong')));
  const next = 'Another-Pass1';
  const changed = await call(
    changePassword,
    { currentPassword: password, password: next },
    as(String((await login(password, mine)).body.accessToken)),
  );
  expect(changed.status).toBe(200);
  // Whoever has it may have known the old password only.
  expect((await login(next, mine)).status).toBe(429);
});
