import { OAuth2Server } from 'oauth2-mock-server';
import { expect, onTestFinished, test } from 'vitest';
import * as contract from '../../../facade/identity.ts';
import * as own from '../../../facade/own-account.ts';
import { cookieOf, identityApp, password } from '../testing/identity-app.ts';
import { accountFor } from './linking.ts';
import { openIdProvider } from './provider.ts';

const publicUrl = 'https://camino.example';
const email = 'reader1@example.org';
const callback = `${publicUrl}/auth/login/google/callback`;

/** A real OpenID provider on this machine, and the app. `says` sets the claims of its next ID token. */
async function withProvider() {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, 'localhost');
  onTestFinished(() => provider.stop());
  const says: Record<string, unknown> = {};
  let nonce: string | null = null;
  provider.service.on('beforeTokenSigning', token => {
    Object.assign(token.payload, { aud: 'camino-client', nonce, email_verified: true }, says);
  });
  const issuer = provider.issuer.url ?? '';
  const google = openIdProvider({ issuer, clientId: 'camino-client', clientSecret: 'secret', callback });
  const app = await identityApp({ publicUrl, google });
  const login = { method: 'GET', path: '/auth/login/google' };
  /** Follows the redirects through the provider and back, as a browser does. */
  async function through(
    { url, cookie }: { url: string; cookie: string },
    changed: Record<string, string> = {},
  ) {
    nonce = new URL(url).searchParams.get('nonce');
    const back = await fetch(url, { redirect: 'manual' });
    const returned = new URL(back.headers.get('location') ?? '');
    for (const [name, value] of Object.entries(changed)) returned.searchParams.set(name, value);
    return app.call({ method: 'GET', path: returned.pathname + returned.search }, undefined, {
      Cookie: cookie,
    });
  }
  const attemptOf = (headers: Headers) => /provider=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
  async function begin() {
    const { headers } = await app.call(login);
    return { url: headers.get('location') ?? '', cookie: attemptOf(headers) };
  }
  const signIn = async (person: Record<string, unknown>) => {
    Object.assign(says, person);
    return through(await begin());
  };
  return { ...app, provider, begin, through, signIn, says, attemptOf };
}
const sessionOf = (headers: Headers) => /jwt=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';

test('a new person gets an account without a username, and the same one the next time', async () => {
  const { signIn, db, refresh } = await withProvider();
  const first = await signIn({ sub: 'g-1', email: 'Ana@Gmail.com' });
  expect([first.status, first.headers.get('location')]).toEqual([302, '/profile']);
  expect((await refresh(sessionOf(first.headers))).status).toBe(200);
  // The address changed at the provider; the subject did not.
  await signIn({ sub: 'g-1', email: 'ana.maria@gmail.com' });
  const accounts = await db.selectFrom('accounts').selectAll().execute();
  expect(accounts).toMatchObject([
    {
      username: null,
      email: 'ana@gmail.com',
      password_hash: null,
      provider: 'google',
      provider_subject: 'g-1',
    },
  ]);
});

test('an existing account is linked only if the provider runs the mailbox, and its owner is told', async () => {
  const { signIn, account, db, mailTo, call } = await withProvider();
  const { id } = await account();
  const other = await signIn({ sub: 'g-1', email: 'reader1@example.org' });
  expect(other.headers.get('location')).toBe('/login?provider=other');
  expect(sessionOf(other.headers)).toBe('');
  const workspace = await signIn({ sub: 'g-1', email: 'reader1@example.org', hd: 'example.org' });
  expect(workspace.headers.get('location')).toBe('/library');
  expect(await db.selectFrom('accounts').select(['id', 'provider_subject']).execute()).toEqual([
    { id, provider_subject: 'g-1' },
  ]);
  expect((await mailTo('reader1@example.org', 'Your account was changed')).text).toContain(
    'linked with Google',
  );
  expect((await call(contract.login, { credential: 'reader1', password })).status).toBe(200);
  // A second Google account does not replace the first.
  expect(
    (await signIn({ sub: 'g-2', email: 'reader1@example.org', hd: 'example.org' })).headers.get('location'),
  ).toBe('/login?provider=other');
});

test('a reply that does not belong to the attempt is refused', async () => {
  const { begin, through, says, db, call, provider } = await withProvider();
  Object.assign(says, { sub: 'g-1', email: 'ana@gmail.com' });
  const refused = '/login?provider=failed';
  const place = async (reply: ReturnType<typeof call>) => (await reply).headers.get('location');
  expect(await place(through(await begin(), { state: 'another' }))).toBe(refused);
  expect(await place(through({ ...(await begin()), cookie: '' }))).toBe(refused);
  expect(await place(through({ ...(await begin()), cookie: (await begin()).cookie }))).toBe(refused);
  expect(await place(through({ ...(await begin()), cookie: 'provider=forged' }))).toBe(refused);
  for (const claim of [
    { nonce: 'another' },
    { aud: 'another' },
    { iss: 'https://evil.example' },
    { email_verified: false },
    { exp: 1 },
  ]) {
    Object.assign(says, claim);
    expect(await place(through(await begin()))).toBe(refused);
    for (const name of Object.keys(claim)) delete says[name];
  }
  provider.service.once('beforeResponse', ({ body }) => {
    const token = body as { id_token: string };
    const [head, claims, signature = ''] = token.id_token.split('.');
    token.id_token = [head, claims, signature.split('').reverse().join('')].join('.');
  });
  expect(await place(through(await begin()))).toBe(refused);
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
});

test('a signed-in learner links Google and confirms their identity with it', async () => {
  const { account, logIn, call, as, through, says, attemptOf, db, age, begin } = await withProvider();
  await account();
  const { token } = await logIn();
  Object.assign(says, { sub: 'g-7', email: 'private@gmail.com' });
  const start = async (to: 'link' | 'confirm') => {
    const { body, headers } = await call({ method: 'POST', path: '/auth/link/google' }, { to }, as(token));
    return { url: body.url, cookie: attemptOf(headers) };
  };
  expect((await through(await start('link'))).headers.get('location')).toBe('/profile?provider=linked');
  expect(await db.selectFrom('accounts').select('provider_subject').execute()).toEqual([
    { provider_subject: 'g-7' },
  ]);
  await age(600);
  const confirming = async () => (await through(await start('confirm'))).headers.get('location');
  const seconds = Math.floor(Date.now() / 1_000);
  // Continuing an open session at the provider is no confirmation.
  expect(await confirming()).toBe('/profile?provider=failed');
  says['auth_time'] = seconds - 600;
  expect(await confirming()).toBe('/profile?provider=failed');
  const proved = await db.selectFrom('sessions').select('proved_at').execute();
  expect(Date.now() - (proved[0]?.proved_at.getTime() ?? 0)).toBeGreaterThan(500_000);
  says['auth_time'] = seconds;
  expect(await confirming()).toBe('/profile?provider=confirmed');
  const recent = await db.selectFrom('sessions').select('proved_at').execute();
  expect(Date.now() - (recent[0]?.proved_at.getTime() ?? 0)).toBeLessThan(300_000);
  says['sub'] = 'g-8';
  expect(await confirming()).toBe('/profile?provider=other');
  expect(cookieOf(await call({ method: 'GET', path: '/auth/login/google' }))).toBe('');
  expect((await begin()).url).toContain('code_challenge_method=S256');
});

/** Somebody who knew the password links their own Google account. */
async function withStrangersLink() {
  const app = await withProvider();
  const { account, logIn, call, as, through, says, attemptOf } = app;
  const { id } = await account();
  const { token } = await logIn();
  const start = async () => {
    const { body, headers } = await call(
      { method: 'POST', path: '/auth/link/google' },
      { to: 'link' },
      as(token),
    );
    return { url: body.url, cookie: attemptOf(headers) };
  };
  Object.assign(says, { sub: 'g-9', email: 'stranger@gmail.com' });
  const place = async (attempt: { url: string; cookie: string }) =>
    (await through(attempt)).headers.get('location');
  const subject = async () =>
    (await app.db.selectFrom('accounts').select('provider_subject').where('id', '=', id).executeTakeFirst())
      ?.provider_subject;
  return { ...app, id, token, start, place, subject };
}

test('a new password, by a mailed code or in the profile, ends a link with Google', async () => {
  const app = await withStrangersLink();
  const { call, as, logIn, mailTo, start, place, subject, token } = app;
  expect(await place(await start())).toBe('/profile?provider=linked');
  const changed = await call(
    own.changePassword,
    { currentPassword: password, password: 'Another-Pass1' },
    as(token),
  );
  expect([changed.status, await subject()]).toEqual([200, null]);

  expect(await place(await start())).toBe('/profile?provider=linked');
  await call(contract.forgotPassword, { email });
  const { text = '' } = await mailTo(email, 'Your code');
  const { body } = await call(contract.redeemResetCode, { code: /^[A-Z2-9-]{14}$/m.exec(text)?.[0] });
  await call(contract.setPassword, { password: 'Third-Pass1' }, as(body.accessToken));
  expect(await subject()).toBeNull();
  // The stranger is somebody else from now on.
  await app.signIn({ sub: 'g-9', email: 'stranger@gmail.com' });
  expect(await app.db.selectFrom('accounts').select('id').execute()).toHaveLength(2);
  await logIn('reader1', 'Third-Pass1');
});

test('a link that was begun in a session which has ended since is refused', async () => {
  const { call, as, token, start, place, subject } = await withStrangersLink();
  const attempt = await start();
  await call(own.signOutEverywhere, undefined, as(token));
  expect(await place(attempt)).toBe('/login?provider=failed');
  expect(await subject()).toBeNull();
});

test('an account that is linked is not told that another Google account was linked', async () => {
  const { start, place, subject, says } = await withStrangersLink();
  expect(await place(await start())).toBe('/profile?provider=linked');
  Object.assign(says, { sub: 'g-10', email: 'owner@gmail.com' });
  expect(await place(await start())).toBe('/profile?provider=other');
  expect(await subject()).toBe('g-9');
});

test('taking an address back ends a link that was made before it changed, and nobody gets the address meanwhile', async () => {
  const app = await withStrangersLink();
  const { call, as, token, start, place, subject, linkTo } = app;
  await place(await start());
  await call(own.changeEmail, { email: 'stranger@example.net' }, as(token));
  await call(own.confirmEmail, { code: await linkTo('stranger@example.net', 'Confirm') });
  const back = await linkTo(email, 'Your e-mail address was changed');
  const owner = await app.signIn({ sub: 'g-11', email, hd: 'example.org' });
  expect(owner.headers.get('location')).toBe('/login?provider=other');
  expect(await call(own.revertEmail, { code: back })).toMatchObject({ status: 200, body: { email } });
  expect(await subject()).toBeNull();
  expect((await call(contract.forgotPassword, { email })).status).toBe(200);
});

/** The provider has authenticated this person in two tabs, which return at the same moment. */
async function inTwoTabs() {
  const person = { subject: 'g-12', email: 'ana@gmail.com', authoritative: true };
  const { promise: bothReturned, resolve } = Promise.withResolvers<void>();
  let returned = 0;
  const app = await identityApp({
    publicUrl,
    google: {
      begin: async () => ({
        url: 'https://google.example',
        attempt: { state: 's', nonce: 'n', verifier: 'v' },
      }),
      finish: async () => {
        if (++returned === 2) resolve();
        await bothReturned;
        return person;
      },
    },
  });
  const finish = async (begun: ReturnType<typeof app.call>) => {
    const Cookie = /provider=[^;]+/.exec((await begun).headers.get('set-cookie') ?? '')?.[0] ?? '';
    const { headers } = await app.call({ method: 'GET', path: '/auth/login/google/callback' }, undefined, {
      Cookie,
    });
    return headers.get('location');
  };
  return { ...app, finish };
}

test('a first sign-in in two tabs at the same moment makes one account, and both are signed in', async () => {
  const { call, finish, db } = await inTwoTabs();
  const signIn = () => finish(call({ method: 'GET', path: '/auth/login/google' }));
  expect(await Promise.all([signIn(), signIn()])).toEqual(['/profile', '/profile']);
  expect(await db.selectFrom('accounts').select('provider_subject').execute()).toHaveLength(1);
});

test('a first sign-in that another tab overtakes between two of its queries is signed in as well', async () => {
  const { db } = await identityApp({ publicUrl });
  const person = { subject: 'g-13', email: 'ana@gmail.com', authoritative: true };
  const queueMail = async () => {};
  let first: Promise<unknown> | undefined;
  const overtaken = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      first ??= accountFor({ db, queueMail, publicUrl }, person);
      await first;
      return result;
    },
  });
  const second = await accountFor({ db: overtaken, queueMail, publicUrl }, person);
  expect(second).toMatchObject({ provider_subject: 'g-13' });
  expect(second).toEqual(await first);
});

test('of two accounts that are linked with one Google account at the same moment one is refused', async () => {
  const { account, logIn, call, as, finish } = await inTwoTabs();
  const link = async (username: string) => {
    await account(username);
    const { token } = await logIn(username);
    return finish(call({ method: 'POST', path: '/auth/link/google' }, { to: 'link' }, as(token)));
  };
  expect((await Promise.all([link('reader1'), link('reader2')])).sort()).toEqual([
    '/profile?provider=linked',
    '/profile?provider=other',
  ]);
});
