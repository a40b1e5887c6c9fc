import type { KeyObject } from 'node:crypto';
import type { Response } from 'express';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../database/tables.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { Unavailable } from '../../event-store/log.ts';
import type { Serve } from '../../facade/express/api.ts';
import { login, logout, refresh, resendVerification, signUp, verifyEmail } from '../../facade/identity.ts';
import type { PostMail } from '../mail/mail.ts';
import { type Attempts, addressOf, forget, overLimit, type RateLimits } from '../rate-limits.ts';
import {
  type Account,
  accountByCredential,
  accountByEmail,
  accountById,
  createAccount,
} from './accounts/accounts.ts';
import { isPassword } from './accounts/passwords.ts';
import { isProfane } from './accounts/profanity.ts';
import { accessToken } from './sessions/access-token.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './sessions/refresh-cookie.ts';
import { endSessionOf, type Granted, openSession, rotate } from './sessions/sessions.ts';
import { openVerification, sendVerification } from './verification/verification.ts';

export interface IdentityDependencies {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Signs access tokens; the same as `authenticator` of the facade reads them with. */
  readonly key: KeyObject;
  readonly postMail: PostMail;
  /** The address learners see, without a slash at its end. */
  readonly publicUrl: string;
  /** For the token's flag; what may be opened is decided elsewhere, from the subscription itself. */
  readonly isSubscribed: (accountId: string) => Promise<boolean>;
  /** The refresh cookie travels over https only. */
  readonly secureCookies: boolean;
  readonly limits: RateLimits;
  /** Takes a line for the operator when a mail could not be sent. */
  readonly log: (line: string) => void;
}

/** Sign-up, verification, login, refresh and logout (spec 4, 5, 7, 8). */
export function serveIdentity(serve: Serve, dependencies: IdentityDependencies): void {
  const { db } = dependencies;

  serve(signUp, async ({ body, http }) => {
    const wait = await overLimit(dependencies, http.response, {
      of: 'signUp',
      by: [addressOf(http.request)],
    });
    if (wait) return wait;
    if (isProfane(body.username))
      return refuse('unable to create new user', {
        field: 'username',
        verbose: 'Please choose a different username.',
      });
    const account = await createAccount(db, body);
    if (isRefusal(account)) return account;
    // The account stands even when its mail does not go out: logging in offers to send another.
    await mailVerification(dependencies, account);
    return { message: 'created new user', username: body.username, email: account.email };
  });

  serve(resendVerification, async ({ body, http }) => {
    const { email } = body;
    const wait = await overLimit(
      dependencies,
      http.response,
      { of: 'resendFromAddress', by: [addressOf(http.request)] },
      { of: 'resend', by: [email] },
    );
    if (wait) return wait;
    const account = await accountByEmail(db, email);
    // The same for an address nobody has and one that needs no link.
    if (!account || account.verified_at)
      return refuse('unable to resend verification email', { because: 'missing', field: 'email', email });
    const username = account.username ?? '';
    if (!(await mailVerification(dependencies, account)))
      return refuse('unable to resend verification email', { username, email });
    return { message: 'resent verification email', username, email };
  });

  serve(verifyEmail, async ({ params, http: { response } }) => {
    const opened = await openVerification(db, params.token);
    if (opened.outcome === 'unknown') redirect(response, '/verification-failure');
    else {
      const about = new URLSearchParams({ username: opened.username ?? '', email: opened.email });
      redirect(response, `/verification-${opened.outcome === 'verified' ? 'success' : 'expired'}?${about}`);
    }
    return undefined;
  });

  serve(login, async ({ body: { credential, password }, http }) => {
    const address = addressOf(http.request);
    const whose = credential.toLowerCase();
    const here: Attempts = { of: 'login', by: [address, whose] };
    const wait = await overLimit(
      dependencies,
      http.response,
      { of: 'loginFromAddress', by: [address] },
      { of: 'loginOfAccount', by: [whose] },
      here,
    );
    if (wait) return wait;
    const account = await accountByCredential(db, credential);
    if (!(await isPassword(account?.password_hash ?? null, password)) || !account)
      return refuse('invalid username or password', { because: 'credentials' });
    await forget(dependencies.pool, here);
    if (!account.verified_at)
      return refuse('unable to login with unverified account', {
        because: 'credentials',
        username: account.username ?? '',
        email: account.email,
      });
    const before = readRefreshCookie(http.request);
    if (before) await endSessionOf(db, before);
    return tokens(dependencies, http.response, account, await openSession(db, account.id));
  });

  serve(refresh, async ({ http: { request, response } }) => {
    const cookie = readRefreshCookie(request);
    if (!cookie) return noCookie;
    const granted = await rotate(db, cookie);
    const account = granted && (await accountById(db, granted.accountId));
    if (!granted || !account) {
      clearRefreshCookie(response, dependencies.secureCookies);
      return noCookie;
    }
    return tokens(dependencies, response, account, granted);
  });

  serve(logout, async ({ http: { request, response } }) => {
    const cookie = readRefreshCookie(request);
    if (cookie) await endSessionOf(db, cookie);
    clearRefreshCookie(response, dependencies.secureCookies);
    return { message: 'logged out' };
  });
}

/** Spec 4: who gets this is logged out. A cookie that is good for nothing is as good as none. */
const noCookie = refuse('jwt cookie not found', { because: 'missing' });

async function tokens(
  { key, isSubscribed, secureCookies }: IdentityDependencies,
  response: Response,
  account: Account,
  { session, refreshToken }: Granted,
): Promise<{ accessToken: string }> {
  // First of all: a failure below must not cost the browser the token that its old one was exchanged for.
  setRefreshCookie(response, refreshToken, secureCookies);
  // What may be opened is decided elsewhere. While the log is away nobody is locked out for the sake of a flag.
  const activeSubscription = await isSubscribed(account.id).catch(error => {
    if (error instanceof Unavailable) return false;
    throw error;
  });
  return { accessToken: accessToken(key, account, { session, activeSubscription }) };
}

async function mailVerification(dependencies: IdentityDependencies, account: Account): Promise<boolean> {
  try {
    await sendVerification(dependencies, account);
    return true;
  } catch (error) {
    dependencies.log(
      `the verification mail of account ${account.id} was not sent: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

/** The address it leads away from holds a secret, which no other page is to see. */
function redirect(response: Response, to: string): void {
  response
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Referrer-Policy', 'no-referrer')
    .redirect(302, to);
}
