import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { expect } from 'vitest';
import { tokenKeyOf, tokenRules } from '../../../facade/express/tokens.ts';
import { proofOfHuman } from '../../../tooling/testing/human.ts';
import {
  as,
  cookieIn,
  forLearners,
  from,
  password,
  type Target,
  TOKEN_SECRET,
  withCookie,
} from './target.ts';

/** Attacks with guessed passwords, and with tokens, cookies and codes that are forged, stolen or used already. */

export async function stuffedCredentials({ attack, learner, logIn }: Target): Promise<void> {
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
}

export async function madeUpTokens({ attack, learner, secrets, send }: Target): Promise<void> {
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
}

export async function useAfterLogout({ attack, call, learner, send }: Target): Promise<void> {
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
}

export async function secondUse({
  attack,
  call,
  connection,
  learner,
  logIn,
  mail,
  origin,
  secrets,
  send,
}: Target): Promise<void> {
  const minuteLater = () =>
    connection.pool.query(
      "update refresh_tokens set used_at = used_at - interval '1 minute', issued_at = issued_at - interval '1 minute'",
    );
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
}
