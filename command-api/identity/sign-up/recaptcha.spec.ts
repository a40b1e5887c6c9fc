import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import * as contract from '../../../facade/identity.ts';
import { identityApp } from '../testing/identity-app.ts';

/** A server like Google's siteverify: accepts known tokens, each once. */
async function siteVerify() {
  const asked: { readonly secret: string | null; readonly response: string | null }[] = [];
  const good = new Set<string>();
  const service = { asked, good, answer: undefined as string | undefined };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const token = form.get('response');
      asked.push({ secret: form.get('secret'), response: token });
      const success = request.method === 'POST' && form.get('secret') === 'hush' && good.delete(token ?? '');
      const verdict = success ? { success } : { success, 'error-codes': ['invalid-input-response'] };
      response.setHeader('Content-Type', 'application/json');
      response.end(service.answer ?? JSON.stringify(verdict));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return { ...service, service, verifyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const unsolved = { status: 422, body: { message: 'please verify you are human', errorField: 'recaptcha' } };
const wanted = { username: 'reader1', email: 'reader1@example.org', password: 'Passw0rd!' };

async function withRecaptcha() {
  const google = await siteVerify();
  const recaptcha = { siteKey: 'shown', secretKey: 'hush', verifyUrl: google.verifyUrl };
  const app = await identityApp({ recaptcha });
  const signUp = (value: string, key = {}) =>
    app.call(contract.signUp, { ...wanted, proof: { by: 'recaptcha', value } }, key);
  return { ...app, google, signUpWith: signUp };
}

test('a sign-up with reCAPTCHA passes when Google says so, asked with our secret, and once', async () => {
  const { call, google, signUpWith, db } = await withRecaptcha();
  expect((await call(contract.humanCheck)).body).toEqual({ recaptchaSiteKey: 'shown' });
  expect(await signUpWith('made up')).toMatchObject(unsolved);
  expect(await db.selectFrom('pending_sign_ups').selectAll().execute()).toEqual([]);
  google.good.add('a token of the widget');
  const id = { 'Idempotency-Key': randomUUID() };
  // Sent again because its reply was lost: it is not asked about again.
  for (let times = 0; times < 2; times++)
    expect((await signUpWith('a token of the widget', id)).status).toBe(201);
  expect(await signUpWith('a token of the widget')).toMatchObject(unsolved);
  expect(google.asked).toEqual([
    { secret: 'hush', response: 'made up' },
    { secret: 'hush', response: 'a token of the widget' },
    { secret: 'hush', response: 'a token of the widget' },
  ]);
});

test('an invalid answer of Google refuses the sign-up; ALTCHA still works', async () => {
  const { google, signUpWith, signUp } = await withRecaptcha();
  for (const answer of ['', '<html>', '[]', '{"success":"true"}', 'true']) {
    google.service.answer = answer;
    expect(await signUpWith('a token of the widget')).toMatchObject(unsolved);
  }
  expect((await signUp(wanted)).status).toBe(201);
});
