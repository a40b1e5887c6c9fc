import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '../../../facade/identity.ts';
import { proofOfHuman } from '../../../tooling/testing/human.ts';
import { rateLimits } from '../../rate-limits.ts';
import { type IdentityApp, identityApp, password, secretIn } from '../testing/identity-app.ts';

const newcomer = { username: 'Sancho', email: 'Sancho@Example.org', password };
/** The address of `newcomer`, as it is stored, and the subject of the mail with the link. */
const verification = ['sancho@example.org', 'Verify'] as const;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const verify = ({ call }: IdentityApp, code: string, typed = password) =>
  call(contract.verifyEmail, { code, password: typed });

test('from sign-up through the mail to a login', async () => {
  const app = await identityApp();
  const { call, signUp, mailTo, linkTo, db } = app;
  const signedUp = await signUp(newcomer);
  expect(signedUp.status).toBe(201);
  expect(signedUp.body).toEqual({
    message: 'created new user',
    username: 'Sancho',
    email: 'sancho@example.org',
  });
  const mail = await mailTo(...verification);
  expect(mail.from?.address).toBe('no-reply@camino.example');
  const code = await linkTo(...verification);
  expect(mail.html).toContain(`href="https://camino.example/verify-email#${code}"`);

  const unverified = await call(contract.login, { credential: 'sancho', password });
  expect(unverified).toMatchObject({
    status: 401,
    body: {
      message: 'unable to login with unverified account',
      username: 'Sancho',
      email: 'sancho@example.org',
    },
  });
  expect(await call(contract.openVerification, { code })).toMatchObject({
    status: 200,
    body: { username: 'Sancho', email: 'sancho@example.org', verified: false },
  });
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);

  for (const _ of ['click', 'second click'])
    expect(await verify(app, code)).toMatchObject({
      status: 200,
      body: { message: 'verified email', username: 'Sancho', email: 'sancho@example.org' },
    });
  for (const credential of ['Sancho', 'sANCHO', 'sancho@example.org', ' SANCHO@example.ORG '])
    expect((await call(contract.login, { credential, password })).status).toBe(200);

  const { password_hash } = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(await db.selectFrom('verification_links').selectAll().execute())).not.toContain(code);
});

test('a mail scanner that opens the link changes nothing without the password', async () => {
  const app = await identityApp();
  const { origin, signUp, linkTo, db } = app;
  await signUp(newcomer);
  const code = await linkTo(...verification);
  for (const method of ['GET', 'HEAD', 'POST'])
    await fetch(`${origin}/verify-email?code=${code}`, { method, redirect: 'manual' });
  await fetch(`${origin}/email-verification/open`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(await verify(app, code, 'Wrong-1234')).toMatchObject({
    status: 401,
    body: { errorField: 'password', messageVerbose: 'This is not the password that was chosen at sign-up.' },
  });
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
});

const owner = { ...newcomer, password: 'Owners-Pass1' };
const attacker = { ...newcomer, username: 'Mallory', password: 'Mallorys-Pass1' };

/** The account must belong to the owner: only the owner's password works. */
async function expectOwners({ call, db }: IdentityApp) {
  const accounts = await db.selectFrom('accounts').select('username').execute();
  expect(accounts).toEqual([{ username: 'Sancho' }]);
  const asOwner = { credential: 'sancho@example.org', password: owner.password };
  expect((await call(contract.login, asOwner)).status).toBe(200);
  expect((await call(contract.login, { ...asOwner, password: attacker.password })).status).toBe(401);
}

test('an attacker who signs up before the owner does not get the account', async () => {
  const app = await identityApp();
  await app.signUp(attacker);
  const theirs = await app.linkTo(...verification);
  expect((await app.signUp(owner)).status).toBe(201);
  const owners = await app.linkTo(...verification, 2);
  // The owner opens the wrong mail, which needs another username and password.
  expect((await app.call(contract.openVerification, { code: theirs })).body.username).toBe('Mallory');
  expect((await verify(app, theirs, owner.password)).status).toBe(401);
  expect((await verify(app, owners, owner.password)).status).toBe(200);
  // The attacker's sign-up was deleted with it.
  expect((await verify(app, theirs, attacker.password)).status).toBe(404);
  await expectOwners(app);
});

test('an attacker who signs up after the owner or before the click does not get the account', async () => {
  const app = await identityApp();
  await app.signUp(owner);
  const owners = await app.linkTo(...verification);
  expect((await app.signUp(attacker)).status).toBe(201);
  // A resend mails both links to the owner; the attacker's needs the attacker's password.
  await app.call(contract.resendVerification, { email: owner.email });
  const codes = (await app.mailsTo(...verification, 4)).map(secretIn).filter(code => code !== owners);
  const names = [];
  for (const code of codes) {
    const { body } = await app.call(contract.openVerification, { code });
    names.push(body.username);
    if (body.username === 'Mallory') expect((await verify(app, code, owner.password)).status).toBe(401);
  }
  expect(names.toSorted()).toEqual(['Mallory', 'Mallory', 'Sancho']);
  expect((await verify(app, owners, owner.password)).status).toBe(200);
  expect((await app.signUp(attacker)).body.message).toBe('duplicate email');
  await expectOwners(app);
});

test('every link of a sign-up says that it is verified, once one of them was used', async () => {
  const app = await identityApp();
  const { call, signUp, mailsTo, age } = app;
  await signUp(newcomer);
  await call(contract.resendVerification, { email: newcomer.email });
  const [older = '', newer = ''] = (await mailsTo(...verification, 2)).map(secretIn);
  expect((await verify(app, newer)).status).toBe(200);
  await age(2 * DAY);
  for (const code of [older, newer])
    expect(await call(contract.openVerification, { code })).toMatchObject({
      status: 200,
      body: { username: 'Sancho', email: 'sancho@example.org', verified: true },
    });
});

test('a username belongs to the first verified sign-up', async () => {
  const app = await identityApp();
  await app.signUp(newcomer);
  await app.age(16 * MINUTE);
  await app.signUp({ ...newcomer, email: 'other@example.org' });
  expect((await verify(app, await app.linkTo('other@example.org', 'Verify'))).status).toBe(200);
  expect(await verify(app, await app.linkTo(...verification))).toMatchObject({
    status: 409,
    body: { message: 'duplicate username', errorField: 'username', username: 'Sancho' },
  });
});

test('duplicates in any case name their field', async () => {
  const { account, signUp, db } = await identityApp();
  await account('sancho');
  const email = await signUp({ ...newcomer, username: 'Other' });
  expect(email).toMatchObject({ status: 409, body: { message: 'duplicate email', errorField: 'email' } });
  const username = await signUp({ ...newcomer, email: 'other@example.org' });
  expect(username.status).toBe(409);
  expect(username.body).toEqual({
    message: 'duplicate username',
    errorField: 'username',
    username: 'Sancho',
    email: 'other@example.org',
  });
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([]);
});

test('a sign-up reserves its username for 15 minutes against other addresses', async () => {
  const { signUp, age } = await identityApp();
  await signUp(newcomer);
  const rival = { ...newcomer, username: 'sancho', email: 'other@example.org' };
  expect((await signUp(rival)).body).toMatchObject({ message: 'duplicate username', errorField: 'username' });
  // Somebody who corrects the password that they mistyped.
  expect((await signUp({ ...newcomer, password: 'Rucio-1615' })).status).toBe(201);
  await age(16 * MINUTE);
  expect((await signUp(rival)).status).toBe(201);
});

test('of many concurrent sign-ups with one name one succeeds', async () => {
  const { signUp } = await identityApp();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      signUp({ ...newcomer, email: `n${n}@example.org`, username: n % 2 ? 'Same' : 'SAME' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('a sign-up sent again because its reply was lost is the same one, and mails once', async () => {
  const { call, origin, db } = await identityApp();
  const id = { 'Idempotency-Key': randomUUID() };
  const body = { ...newcomer, proof: await proofOfHuman(origin) };
  for (const sent of [body, body, { ...newcomer, proof: await proofOfHuman(origin) }])
    expect((await call(contract.signUp, sent, id)).status).toBe(201);
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('pending_sign_ups').selectAll().execute()).toHaveLength(1);
  for (const change of [{ username: 'sancho' }, { password: 'Rucio-1615' }]) {
    const another = { ...newcomer, ...change, proof: await proofOfHuman(origin) };
    expect(await call(contract.signUp, another, id)).toMatchObject({
      status: 422,
      body: { errorField: 'Idempotency-Key' },
    });
  }
});

test('of equal sign-ups at the same moment one is stored, and both succeed', async () => {
  const { call, origin, db } = await identityApp();
  const id = { 'Idempotency-Key': randomUUID() };
  const body = { ...newcomer, proof: await proofOfHuman(origin) };
  const both = await Promise.all([call(contract.signUp, body, id), call(contract.signUp, body, id)]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1);
});

test('a refused sign-up can be corrected with the same proof', async () => {
  const { account, call, origin } = await identityApp();
  await account('sancho');
  const proof = await proofOfHuman(origin);
  const signUpAs = async (username: string) =>
    (await call(contract.signUp, { ...newcomer, username, email: 'other@example.org', proof })).status;
  expect([await signUpAs('Sancho'), await signUpAs('Quijote')]).toEqual([409, 201]);
});

test.each(['sh1thead', 'admin', 'Supp0rt', 'null'])('%s is refused as a username', async username => {
  const { signUp } = await identityApp();
  expect(await signUp({ ...newcomer, username })).toMatchObject({
    status: 422,
    body: {
      message: 'unable to create new user',
      messageVerbose: 'Please choose a different username.',
      errorField: 'username',
    },
  });
});

test('a link is good for 24 hours, a sign-up for seven days', async () => {
  const app = await identityApp();
  const { call, linkTo, age, signUp } = app;
  await signUp(newcomer);
  const first = await linkTo(...verification);
  await age(DAY - MINUTE);
  expect((await call(contract.openVerification, { code: first })).status).toBe(200);
  await age(2 * MINUTE);
  const expired = {
    message: 'email verification link expired',
    username: 'Sancho',
    email: 'sancho@example.org',
  };
  for (const answer of [
    await call(contract.openVerification, { code: first }),
    await verify(app, first),
    await call(contract.login, { credential: 'Sancho', password }),
  ])
    expect(answer.body).toMatchObject(expired);
  expect(await call(contract.resendVerification, { email: 'sancho@EXAMPLE.org' })).toMatchObject({
    status: 200,
    body: { message: 'resent verification email', username: 'Sancho', email: 'sancho@example.org' },
  });
  expect((await verify(app, await linkTo(...verification, 2))).status).toBe(200);
});

test('a sign-up expires after seven days', async () => {
  const { call, age, signUp } = await identityApp();
  await signUp(newcomer);
  await age(7 * DAY + MINUTE);
  const resent = await call(contract.resendVerification, { email: newcomer.email });
  expect(resent).toMatchObject({
    status: 404,
    body: { message: 'unable to resend verification email', email: 'sancho@example.org' },
  });
  expect((await call(contract.login, { credential: 'Sancho', password })).body.message).toBe(
    'invalid username or password',
  );
});

test('a resend without a pending sign-up and an unknown link are refused', async () => {
  const { call, account } = await identityApp();
  await account();
  expect(await call(contract.resendVerification, { email: 'reader1@example.org' })).toMatchObject({
    status: 409,
    body: { message: 'This email is verified already. You can log in.', errorField: 'email' },
  });
  expect((await call(contract.openVerification, { code: 'a'.repeat(43) })).status).toBe(404);
});

interface Challenged {
  readonly challenge: { readonly parameters: Record<string, unknown>; signature: string };
  readonly solution: { derivedKey: string };
}

test('a sign-up needs a solved challenge, and a solution counts once', async () => {
  const { call, origin, signUp } = await identityApp();
  const { by, value } = await proofOfHuman(origin);
  const payload = JSON.parse(Buffer.from(value, 'base64').toString());
  const forged = (change: (payload: Challenged) => void) => {
    const changed: Challenged = structuredClone(payload);
    change(changed);
    return { by, value: Buffer.from(JSON.stringify(changed)).toString('base64') };
  };
  const unsolved = { status: 422, body: { message: 'please verify you are human', errorField: 'recaptcha' } };
  for (const proof of [
    undefined,
    { by, value: 'e30=' },
    { by, value: 'nothing' },
    { by: 'recaptcha', value: 'token' },
    forged(({ solution }) => {
      solution.derivedKey = solution.derivedKey.replace(/^./, sign => (sign === '0' ? '1' : '0'));
    }),
    forged(({ challenge }) => {
      challenge.signature = challenge.signature.replace(/^./, sign => (sign === '0' ? '1' : '0'));
    }),
    forged(({ challenge }) => {
      challenge.parameters['keyPrefix'] = '0';
    }),
    forged(({ challenge }) => {
      challenge.parameters['expiresAt'] = 9_999_999_999;
    }),
  ])
    expect(await call(contract.signUp, { ...newcomer, ...(proof && { proof }) })).toMatchObject(unsolved);
  expect((await call(contract.signUp, { ...newcomer, proof: { by, value } })).status).toBe(201);
  const again = { ...newcomer, username: 'Other', email: 'other@example.org', proof: { by, value } };
  expect(await call(contract.signUp, again)).toMatchObject(unsolved);
  expect((await signUp({ ...newcomer, username: 'Third', email: 'third@example.org' })).status).toBe(201);
});

test('guesses at the password of a link are limited', async () => {
  const app = await identityApp({ limits: { ...rateLimits, verify: { attempts: 3, seconds: HOUR } } });
  await app.signUp(newcomer);
  const code = await app.linkTo(...verification);
  const guesses = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(guess => verify(app, code, guess)));
  expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429]);
  expect((await verify(app, code)).status).toBe(429);
});

test('only guesses at a link that exists are counted', async () => {
  const app = await identityApp();
  const counted = async () => (await app.db.selectFrom('rate_limits').select('key').execute()).length;
  for (let guess = 0; guess < 3; guess++)
    expect((await verify(app, randomBytes(32).toString('base64url'))).status).toBe(404);
  expect(await counted()).toBe(0);
  await app.signUp(newcomer);
  const before = await counted();
  expect((await verify(app, await app.linkTo(...verification), 'Wrong-1234')).status).toBe(401);
  expect(await counted()).toBe(before + 1);
});

test('strangers who sign up with an address fill neither its mailbox nor keep its owner out', async () => {
  const app = await identityApp();
  const mails = async () => (await app.db.selectFrom('mails').select('id').execute()).length;
  for (let stranger = 0; stranger < 11; stranger++)
    expect((await app.signUp({ ...attacker, username: `Mallory${stranger}` })).status).toBe(201);
  expect(await mails()).toBe(10);
  // Stored without a mail: the notification offers to send the link again.
  expect((await app.signUp(owner)).status).toBe(201);
  expect(await mails()).toBe(10);
  expect((await app.call(contract.resendVerification, { email: owner.email })).status).toBe(200);
  const codes = (await app.mailsTo(...verification, 13)).map(secretIn);
  const statuses = await Promise.all(
    codes.map(async code => (await verify(app, code, owner.password)).status),
  );
  expect(statuses).toContain(200);
  await expectOwners(app);
});

test('only resends that mail use up the limit of a mailbox', async () => {
  const { call, signUp } = await identityApp({
    limits: { ...rateLimits, resend: { attempts: 1, seconds: HOUR } },
  });
  const resend = async () => (await call(contract.resendVerification, { email: newcomer.email })).status;
  expect(await resend()).toBe(404);
  expect((await signUp(newcomer)).status).toBe(201);
  expect([await resend(), await resend()]).toEqual([200, 429]);
});
