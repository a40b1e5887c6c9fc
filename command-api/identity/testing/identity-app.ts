import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Email } from 'postal-mime';
import { expect, onTestFinished } from 'vitest';
import { connect } from '../../../database/connect.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { createApi } from '../../../facade/express/create-api.ts';
import { authenticator, type TokenKeys, tokenKeyOf } from '../../../facade/express/tokens.ts';
import * as contract from '../../../facade/identity.ts';
import { setSetting } from '../../../facade/users.ts';
import { loggerOn } from '../../../server/logging/logger.ts';
import { testDatabase } from '../../../tooling/testing/database.ts';
import { proofOfHuman } from '../../../tooling/testing/human.ts';
import { mailServer } from '../../../tooling/testing/mail-server.ts';
import { withMailQueue } from '../../../tooling/testing/templates.ts';
import { mailer } from '../../mail/mail.ts';
import { mailQueue } from '../../mail/queue.ts';
import { type RateLimits, rateLimits } from '../../rate-limits.ts';
import { type DeletionStep, deletionSteps } from '../account-deletion/delete-account.ts';
import { createAccountWithPassword } from '../accounts/accounts.ts';
import type { SignInProvider } from '../dependencies.ts';
import { serveIdentity } from '../serve-identity.ts';
import { sessionCheck } from '../sessions/sessions.ts';
import { humanChecks, type RecaptchaKeys } from '../sign-up/human-check.ts';

export const testKeys: TokenKeys = [tokenKeyOf('k'.repeat(32))];
export const password = 'Passw0rd!';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a reply holds is what the specs are about.
  readonly body: any;
  readonly headers: Headers;
}

interface Options {
  readonly limits?: RateLimits;
  readonly publicUrl?: string;
  readonly google?: SignInProvider;
  readonly recaptcha?: RecaptchaKeys;
  readonly steps?: readonly DeletionStep[];
}

/** The identity endpoints and one command of a signed-in caller, over real Postgres, SMTP and HTTP. */
export async function identityApp(options: Options = {}) {
  const { limits = rateLimits, publicUrl = 'https://camino.example', google, recaptcha } = options;
  const { url } = await testDatabase({ template: withMailQueue });
  const { db, pool, close } = connect(url);
  const smtp = await mailServer();
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const send = mailer({ url: smtp.url, from: 'Camino <no-reply@camino.example>' });
  const queue = await mailQueue({ databaseUrl: url, db, send, report });
  const subscribed = new Set<string>();
  const noted: string[] = [];
  const api = createApi({
    served: ['command'],
    authenticate: authenticator(testKeys),
    isSessionActive: sessionCheck(pool),
    logger: loggerOn({ write: report }),
  });
  serveIdentity(api.serve, {
    db,
    pool,
    keys: testKeys,
    queueMail: queue.post,
    publicUrl,
    isSubscribed: async id => subscribed.has(id),
    limits,
    human: humanChecks({ key: testKeys[0].key, recaptcha }),
    google,
    accountDeletion: {
      steps: options.steps ?? deletionSteps,
      remember: async id => void noted.push(id),
    },
  });
  api.serve(setSetting, async ({ body }) => body);
  const server = express().set('trust proxy', 'loopback').use(api.router).listen(0, '127.0.0.1');
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

  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const account = async (username = 'reader1') => {
    const email = `${username}@example.org`;
    const created = await createAccountWithPassword(db, { username, email, password });
    if (isRefusal(created)) throw new Error(created.refused);
    return created;
  };
  const signUp = async (wanted: { username: string; email: string; password: string }, from = '') =>
    call(
      contract.signUp,
      { ...wanted, proof: await proofOfHuman(origin) },
      from ? { 'X-Forwarded-For': from } : {},
    );
  const logIn = async (credential = 'reader1', typed = password) => {
    const answer = await call(contract.login, { credential, password: typed });
    expect(answer).toMatchObject({ status: 200 });
    return { cookie: cookieOf(answer), token: String(answer.body.accessToken) };
  };
  const refresh = (cookie: string) => call(contract.refresh, undefined, { Cookie: `jwt=${cookie}` });
  const command = (token: string) => call(setSetting, { setting: 'autoPlayWordTTS', value: true }, as(token));
  /** As if everything had happened that many seconds earlier. */
  const age = (seconds: number) => {
    const earlier = (table: string, ...columns: readonly string[]) =>
      `update ${table} set ${columns.map(name => `${name} = ${name} - make_interval(secs => ${seconds})`).join(', ')};`;
    return pool.query(
      [
        earlier('refresh_tokens', 'used_at', 'issued_at', 'expires_at'),
        earlier('sessions', 'proved_at', 'last_used_at', 'created_at'),
        earlier('pending_sign_ups', 'created_at', 'expires_at'),
        earlier('verification_links', 'expires_at'),
        earlier('reset_codes', 'expires_at'),
        earlier('email_changes', 'confirm_until', 'confirmed_at', 'revert_until'),
        earlier('rate_limits', 'started_at'),
      ].join('\n'),
    );
  };
  /** Mails to an address with this in their subject, once there are so many. Mails to others arrive at any time. */
  const mailsTo = async (address: string, subject: string, least = 1): Promise<readonly Email[]> => {
    const found = () =>
      smtp.mails.filter(
        mail => mail.subject?.includes(subject) && mail.to?.some(receiver => receiver.address === address),
      );
    await expect.poll(() => found().length).toBeGreaterThanOrEqual(least);
    return found();
  };
  /** The last of them. */
  const mailTo = async (address: string, subject: string, least = 1): Promise<Email> => {
    const mail = (await mailsTo(address, subject, least)).at(-1);
    if (!mail) throw new Error('no mail');
    return mail;
  };
  /** The secret behind the # of the last one's link. */
  const linkTo = async (address: string, subject: string, least = 1): Promise<string> =>
    secretIn(await mailTo(address, subject, least));
  return {
    ...{ db, pool, url, origin, smtp, lines, subscribed, noted, call, as, account, signUp, logIn },
    ...{ refresh, command, age, mailsTo, mailTo, linkTo },
  };
}

export type IdentityApp = Awaited<ReturnType<typeof identityApp>>;

/** The secret behind the # of a mail's link. */
export function secretIn({ text = '' }: Email): string {
  const secret = /https:\/\/\S+#([\w-]+)/.exec(text)?.[1];
  expect(secret).toBeDefined();
  return secret ?? '';
}

export function cookieOf({ headers }: Answer): string {
  return /^jwt=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
}

/** As a request header; empty when the answer sets none. */
export function deviceCookieIn({ headers }: Answer): string {
  return (
    headers
      .getSetCookie()
      .find(cookie => cookie.startsWith('device='))
      ?.split(';')[0] ?? ''
  );
}
