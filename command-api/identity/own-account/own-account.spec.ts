import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '../../../facade/identity.ts';
import * as own from '../../../facade/own-account.ts';
import { rateLimits } from '../../rate-limits.ts';
import { type IdentityApp, identityApp, password } from '../testing/identity-app.ts';

const next = 'Another-Pass1';
const email = 'reader1@example.org';
const changed = 'Your account was changed';
const changedAddress = 'Your e-mail address was changed';

const change = ({ call, as }: IdentityApp, token: string, to: string) =>
  call(own.changeEmail, { email: to }, as(token));

test('what could lock somebody out needs a login of the last five minutes, by password again', async () => {
  const app = await identityApp();
  const { call, as, account, logIn, age } = app;
  await account();
  const { token } = await logIn();
  await age(5 * 60 + 1);
  const refused = { status: 401, body: { message: 'recent login required' } };
  const attempts = () =>
    Promise.all([
      call(own.changePassword, { currentPassword: password, password: next }, as(token)),
      change(app, token, 'new@example.org'),
      call(own.signOutEverywhere, undefined, as(token)),
      call(own.deleteAccount, { confirmation: 'delete my account' }, as(token)),
      call({ method: 'POST', path: '/auth/link/google' }, { to: 'link' }, as(token)),
    ]);
  for (const answer of await attempts()) expect(answer).toMatchObject(refused);
  expect(await call(contract.confirmIdentity, { password: 'wrong' }, as(token))).toMatchObject({
    status: 401,
    body: { message: 'wrong password', errorField: 'password' },
  });
  expect((await change(app, token, 'new@example.org')).status).toBe(401);
  expect((await call(contract.confirmIdentity, { password }, as(token))).status).toBe(200);
  expect((await change(app, token, 'new@example.org')).status).toBe(200);
});

test('sessions are listed with their devices, and end everywhere at once', async () => {
  const { call, as, account, logIn, refresh, command, mailTo } = await identityApp();
  await account();
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const elsewhere = await call(
    contract.login,
    { credential: 'reader1', password },
    { 'User-Agent': firefox },
  );
  const { token, cookie } = await logIn();
  const { body } = await call(own.sessions, undefined, as(token));
  expect(body.map(({ device, current }: { device: string; current: boolean }) => [device, current])).toEqual([
    ['Unknown device', true],
    ['Firefox on Linux', false],
  ]);
  expect((await call(own.signOutEverywhere, undefined, as(token))).status).toBe(200);
  expect((await command(token)).status).toBe(403);
  expect((await command(elsewhere.body.accessToken)).status).toBe(403);
  expect((await refresh(cookie)).status).toBe(404);
  expect((await mailTo(email, changed)).text).toContain('Every device was signed out');
});

test('a changed password needs the current one, ends the other sessions, and is told by mail', async () => {
  const { call, as, account, logIn, command, mailTo } = await identityApp();
  await account();
  const elsewhere = await logIn();
  const { token } = await logIn();
  const to = (currentPassword: string) =>
    call(own.changePassword, { currentPassword, password: next }, as(token));
  expect(await to('wrong')).toMatchObject({ status: 401, body: { errorField: 'currentPassword' } });
  expect((await to(password)).status).toBe(200);
  expect((await command(token)).status).toBe(200);
  expect((await command(elsewhere.token)).status).toBe(403);
  expect((await call(contract.login, { credential: 'reader1', password })).status).toBe(401);
  await logIn('reader1', next);
  expect((await mailTo(email, changed)).text).toContain('Your password was changed');
});

test('a new address applies once it is confirmed; the old one is told and can revert it', async () => {
  const app = await identityApp();
  const { call, account, logIn, linkTo, mailTo, command, signUp, age } = app;
  await account();
  const { token } = await logIn();
  expect((await change(app, token, 'New@Example.org')).body).toMatchObject({ email: 'new@example.org' });
  const confirm = await linkTo('new@example.org', 'Confirm');
  expect((await call(contract.login, { credential: email, password })).status).toBe(200);

  expect(await call(own.confirmEmail, { code: confirm })).toMatchObject({
    status: 200,
    body: { email: 'new@example.org' },
  });
  expect((await call(own.confirmEmail, { code: confirm })).status).toBe(200);
  expect((await call(contract.login, { credential: email, password })).status).toBe(401);
  const thief = await logIn('new@example.org');

  expect((await mailTo(email, changedAddress)).text).not.toContain('new@example.org');
  // Meanwhile no one else can use the old address.
  const squatter = await signUp({ username: 'squatter', email, password });
  expect(squatter.body.message).toBe('duplicate email');

  await age(7 * 86_400 - 60);
  const back = await linkTo(email, changedAddress);
  expect(await call(own.revertEmail, { code: back })).toMatchObject({ status: 200, body: { email } });
  expect((await command(thief.token)).status).toBe(403);
  expect((await call(contract.login, { credential: email, password })).status).toBe(401);
  expect((await call(own.revertEmail, { code: back })).status).toBe(404);
  // The way on: a code to the address that is theirs again.
  expect((await call(contract.forgotPassword, { email })).status).toBe(200);
});

test('the link of the sign-up, which lies in the old mailbox, does not tell the new address', async () => {
  const app = await identityApp();
  const { call, as, signUp, linkTo, logIn } = app;
  await signUp({ username: 'Mover', email: 'old@example.org', password });
  const code = await linkTo('old@example.org', 'Verify');
  await call(contract.verifyEmail, { code, password });
  const { token } = await logIn('mover');
  await change(app, token, 'new@example.org');
  expect((await call(contract.openVerification, { code })).body.email).toBe('old@example.org');
  await call(own.confirmEmail, { code: await linkTo('new@example.org', 'Confirm') }, as(token));
  const opened = await call(contract.openVerification, { code });
  expect(opened.status).toBe(404);
  expect(JSON.stringify(opened.body)).not.toContain('new@example.org');
});

test('an address in use is refused, and a change can be reverted for seven days', async () => {
  const app = await identityApp();
  const { call, account, logIn, linkTo, age } = app;
  await account();
  await account('reader2');
  const { token } = await logIn();
  expect(await change(app, token, 'reader2@example.org')).toMatchObject({
    status: 409,
    body: { message: 'duplicate email', errorField: 'email' },
  });
  await change(app, token, 'new@example.org');
  await call(own.confirmEmail, { code: await linkTo('new@example.org', 'Confirm') });
  const back = await linkTo(email, changedAddress);
  await age(7 * 86_400 + 1);
  expect((await call(own.revertEmail, { code: back })).status).toBe(404);
});

test('only changes of address that mail use up their limit; tried addresses have one of their own', async () => {
  const app = await identityApp({
    limits: {
      ...rateLimits,
      changeEmail: { attempts: 1, seconds: 86_400 },
      tryEmail: { attempts: 5, seconds: 3_600 },
    },
  });
  await app.account();
  await app.account('reader2');
  const { token } = await app.logIn();
  const statuses = [];
  for (const to of [
    email,
    'reader2@example.org',
    'reader2@example.org',
    'a@example.org',
    'b@example.org',
    email,
  ])
    statuses.push((await change(app, token, to)).status);
  expect(statuses).toEqual([409, 409, 409, 200, 429, 429]);
});

test('an address that another account takes at the same moment is refused as one in use', async () => {
  const app = await identityApp();
  const { call, account, logIn, linkTo, pool } = app;
  await account();
  const { id } = await account('reader2');
  const { token } = await logIn();
  await change(app, token, 'new@example.org');
  const code = await linkTo('new@example.org', 'Confirm');
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query("update accounts set email = 'new@example.org' where id = $1", [id]);
    const confirming = call(own.confirmEmail, { code });
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await other.query('commit');
    expect(await confirming).toMatchObject({
      status: 409,
      body: { message: 'duplicate email', errorField: 'email' },
    });
  } finally {
    other.release();
  }
});

test('links of one account that are used at the same moment wait for each other, and for a new password', async () => {
  const app = await identityApp();
  const { call, as, account, logIn, linkTo, pool } = app;
  const { id } = await account();
  const { token } = await logIn();
  await change(app, token, 'new@example.org');
  await call(own.confirmEmail, { code: await linkTo('new@example.org', 'Confirm') });
  const back = await linkTo(email, changedAddress);
  await change(app, token, 'newer@example.org');
  const code = await linkTo('newer@example.org', 'Confirm');
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('update accounts set has_logged_in = true where id = $1', [id]);
    const answers = [];
    for (const use of [
      () => call(own.revertEmail, { code: back }),
      () => call(own.changePassword, { currentPassword: password, password: next }, as(token)),
      () => call(own.confirmEmail, { code }),
    ]) {
      answers.push(use());
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(answers.length);
    }
    await other.query('commit');
    // The revert ends the session that asks for a new password.
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401, 404]);
  } finally {
    other.release();
  }
});

test('a session that is ended meanwhile sets no password and asks for no address', async () => {
  const app = await identityApp();
  const { call, as, account, logIn, pool } = app;
  const { id } = await account();
  const { token } = await logIn();
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('update accounts set has_logged_in = true where id = $1', [id]);
    const answers = [
      call(own.changePassword, { currentPassword: password, password: next }, as(token)),
      change(app, token, 'new@example.org'),
    ];
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
    await other.query('update sessions set ended_at = now() where account_id = $1', [id]);
    await other.query('commit');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401]);
  } finally {
    other.release();
  }
  expect((await pool.query('select from email_changes')).rowCount).toBe(0);
  await logIn();
});

test('signing out everywhere beside a deletion waits for it', async () => {
  const { call, as, account, logIn, pool } = await identityApp();
  const { id } = await account();
  const { token } = await logIn();
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('select from accounts where id = $1 for update', [id]);
    const answer = call(own.signOutEverywhere, undefined, as(token));
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await other.query('delete from accounts where id = $1', [id]);
    await other.query('commit');
    expect((await answer).status).toBe(200);
  } finally {
    other.release();
  }
});

test('whoever signs out everywhere or sets a new password ends a change of address that is not confirmed', async () => {
  const app = await identityApp();
  const { call, as, account, logIn, linkTo } = app;
  await account();
  const ends = [
    (token: string) => call(own.signOutEverywhere, undefined, as(token)),
    (token: string) => call(own.changePassword, { currentPassword: password, password: next }, as(token)),
  ];
  for (const [index, end] of ends.entries()) {
    const { token } = await logIn();
    const wanted = `new${index}@example.org`;
    expect((await change(app, token, wanted)).status).toBe(200);
    expect((await end(token)).status).toBe(200);
    expect((await call(own.confirmEmail, { code: await linkTo(wanted, 'Confirm') })).status).toBe(404);
  }
});

test('guesses at the password of a signed-in learner are limited from many addresses, too', async () => {
  const { call, as, account, logIn } = await identityApp({
    limits: { ...rateLimits, loginOfAccount: { attempts: 3, seconds: 3_600 } },
  });
  await account();
  const { token } = await logIn();
  // Whoever guesses from outside does not keep the learner from confirming.
  for (const n of [11, 12, 13])
    await call(
      contract.login,
      { credential: 'reader1', password: 'wrong' },
      { 'X-Forwarded-For': `203.0.113.${n}` },
    );
  expect((await call(contract.login, { credential: 'reader1', password })).status).toBe(429);
  const guess = (n: number) =>
    call(
      contract.confirmIdentity,
      { password: 'wrong' },
      { ...as(token), 'X-Forwarded-For': `203.0.113.${n}` },
    );
  const statuses = [];
  for (const n of [1, 2, 3, 4]) statuses.push((await guess(n)).status);
  expect(statuses.slice(0, 2)).toEqual([401, 401]);
  expect(statuses.at(-1)).toBe(429);
});

test('of admins who delete their accounts, also at the same moment, one remains', async () => {
  const { call, as, account, logIn, db, noted } = await identityApp();
  const tokens = [];
  for (const name of ['admin1', 'admin2']) {
    await account(name);
    await db
      .updateTable('accounts')
      .set({ roles: ['user', 'admin'] })
      .where('username', '=', name)
      .execute();
    tokens.push((await logIn(name)).token);
  }
  const answers = await Promise.all(
    tokens.map(token => call(own.deleteAccount, { confirmation: 'delete my account' }, as(token))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe('last admin');
  expect(await db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
  // The one that remains is not deleted again after a restore.
  expect(noted).toHaveLength(1);
});

test('a username is chosen once, by the same rules as at sign-up', async () => {
  const { call, as, account, logIn, db } = await identityApp();
  await account('reader2');
  const { id } = await account();
  const { token } = await logIn();
  const choose = (username: string) => call(contract.setUsername, { username }, as(token));
  expect(await choose('other')).toMatchObject({ status: 409, body: { errorField: 'username' } });
  await db.updateTable('accounts').set({ username: null }).where('id', '=', id).execute();
  expect((await choose('admin')).status).toBe(422);
  expect((await choose('READER2')).body.message).toBe('duplicate username');
  expect(await choose('sancho')).toMatchObject({ status: 200, body: { username: 'sancho' } });
  expect((await choose('sancho')).status).toBe(200);
  expect((await choose('quijote')).status).toBe(409);
});

test('a learner can download the stored data, without any secret', async () => {
  const { call, as, account, logIn } = await identityApp();
  await account();
  const { token } = await logIn();
  const { body } = await call(own.myData, undefined, as(token));
  expect(body).toMatchObject({
    account: { username: 'reader1', email, has_password: true },
    sessions: [{ current: true }],
    messages: [],
  });
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash/);
});

test('a message that somebody else wrote signed in is theirs, also under another address', async () => {
  const app = await identityApp();
  const { call, as, account, logIn, db } = app;
  await account();
  const { id } = await account('reader2');
  await db
    .insertInto('contact_messages')
    .values({
      ...{ id: randomUUID(), kind: 'contact', name: 'Reader 2', email, account_id: id },
      ...{ subject: 'Mine', message: 'Not yours' },
    })
    .execute();
  const messagesFor = async (username: string) => {
    const { token } = await logIn(username);
    return (await call(own.myData, undefined, as(token))).body.messages.length;
  };
  expect(await messagesFor('reader1')).toBe(0);
  const { token } = await logIn('reader1');
  await call(own.deleteAccount, { confirmation: 'delete my account' }, as(token));
  expect(await messagesFor('reader2')).toBe(1);
});

test('no request can see or change another account', async () => {
  const { call, as, account, logIn, db } = await identityApp();
  const { id } = await account();
  await account('reader2');
  const { token } = await logIn('reader2');
  for (const extra of [
    { roles: ['admin'] },
    { id },
    { account_id: id },
    { verified: true },
    { isAdmin: true },
  ])
    for (const [endpoint, body] of [
      [own.changeEmail, { email: 'new@example.org' }],
      [own.deleteAccount, { confirmation: 'delete my account' }],
      [own.changePassword, { currentPassword: password, password: next }],
      [contract.setUsername, { username: 'sancho' }],
      [contract.login, { credential: 'reader1', password }],
      [contract.signUp, { username: 'x1x', email: 'x@example.org', password }],
    ] as const) {
      const { status, body: said } = await call(endpoint, { ...body, ...extra }, as(token));
      expect([status, said.errorField]).toEqual([400, Object.keys(extra)[0]]);
    }
  const accounts = await db.selectFrom('accounts').select(['email', 'roles']).orderBy('email').execute();
  expect(accounts).toEqual([
    { email, roles: ['user'] },
    { email: 'reader2@example.org', roles: ['user'] },
  ]);
});
