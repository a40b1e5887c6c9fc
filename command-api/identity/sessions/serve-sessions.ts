import { type Refusal, refuse } from '../../../domain/refusal.ts';
import type { Serve } from '../../../facade/express/api.ts';
import { confirmIdentity, login, logout, refresh } from '../../../facade/identity.ts';
import { type Attempts, addressOf, clearAttempts, overLimit } from '../../rate-limits.ts';
import { accountByCredential, accountById } from '../accounts/accounts.ts';
import { isPassword } from '../accounts/passwords.ts';
import { type IdentityDependencies, secureCookies } from '../dependencies.ts';
import { hasLiveLink, pendingOf } from '../sign-up/pending.ts';
import { deviceOf } from './device.ts';
import { deviceCookieFor, setDeviceCookie } from './device-cookie.ts';
import { replyWithSession } from './grant.ts';
import { clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { continueSession, endSession, endSessionOf, openProvedSession, recordProof } from './sessions.ts';

/** Login, refresh and logout (spec 4, 7, 8). */
export function serveSessions(serve: Serve, dependencies: IdentityDependencies): void {
  const { db, keys } = dependencies;

  serve(login, async ({ body: { credential, password }, http }) => {
    const address = addressOf(http.request);
    const account = await accountByCredential(db, credential);
    // Username and e-mail address of an account share one limit; each device on which it has been used has limits of its own.
    const whose =
      (account && deviceCookieFor(account, http.request, keys)) ??
      account?.id ??
      credential.trim().toLowerCase();
    const here: Attempts = { of: 'login', by: [address, whose] };
    const wait = await overLimit(
      dependencies,
      http.response,
      { of: 'loginFromAddress', by: [address] },
      here,
      { of: 'loginOfAccount', by: [whose] },
    );
    if (wait) return wait;
    if (!account) return notVerified(dependencies, credential, password);
    if (!(await isPassword(account.password_hash, password))) return wrongCredentials;
    await clearAttempts(dependencies.pool, here);
    const { id, password_hash } = account;
    const device = deviceOf(http.request.get('User-Agent'));
    const session = await openProvedSession(db, id, device, { password_hash });
    if (!session) return wrongCredentials;
    const before = readRefreshCookie(http.request);
    if (before) await endSessionOf(db, before);
    const reply = await replyWithSession(dependencies, http.response, account, session);
    setDeviceCookie(http.response, keys, secureCookies(dependencies), account);
    return reply;
  });

  serve(refresh, async ({ http: { request, response } }) => {
    const cookie = readRefreshCookie(request);
    const granted = cookie && (await continueSession(db, cookie));
    const account = granted && (await accountById(db, granted.accountId));
    if (!granted || !account) {
      clearRefreshCookie(response, secureCookies(dependencies));
      return noCookie;
    }
    return replyWithSession(dependencies, response, account, granted);
  });

  serve(logout, async ({ caller, http: { request, response } }) => {
    const cookie = readRefreshCookie(request);
    if (cookie) await endSessionOf(db, cookie);
    // Another one than the cookie's, or without a cookie, when the token came in the address (spec 2).
    if (caller) await endSession(db, caller.session);
    clearRefreshCookie(response, secureCookies(dependencies));
    return { message: 'logged out' };
  });

  serve(confirmIdentity, async ({ body: { password }, caller, http }) => {
    // Counted apart from logins: whoever guesses from outside does not keep a signed-in learner from signing out everywhere.
    const by = [addressOf(http.request), 'confirm', caller.id];
    const wait = await overLimit(
      dependencies,
      http.response,
      { of: 'login', by },
      { of: 'loginOfAccount', by: ['confirm', caller.id] },
    );
    if (wait) return wait;
    const account = await accountById(db, caller.id);
    if (!(await isPassword(account?.password_hash ?? null, password))) return wrongPassword;
    await clearAttempts(dependencies.pool, { of: 'login', by });
    await recordProof(db, caller.session);
    return { message: 'confirmed' };
  });
}

/** Spec 4: this reply logs the browser out. An invalid cookie is treated like a missing one; the marker is cleared in both cases. */
const noCookie = refuse('jwt cookie not found', { because: 'missing' });

const wrongCredentials = refuse('invalid username or password', { because: 'credentials' });

/** The password that a signed-in learner types to confirm their identity. */
export const wrongPassword = refuse('wrong password', {
  because: 'credentials',
  field: 'password',
  verbose: 'This is not your password.',
});

/** Only a person who knows the password of a pending sign-up learns that its verification is missing. */
async function notVerified(
  { db }: IdentityDependencies,
  credential: string,
  password: string,
): Promise<Refusal> {
  const [newest, ...older] = await pendingOf(db, credential);
  // Always one comparison, so that the response time does not reveal whether the account exists.
  if (!newest) {
    await isPassword(null, password);
    return wrongCredentials;
  }
  for (const pending of [newest, ...older])
    if (await isPassword(pending.password_hash, password)) {
      const live = await hasLiveLink(db, pending);
      return refuse(live ? 'unable to login with unverified account' : 'email verification link expired', {
        because: 'credentials',
        username: pending.username,
        email: pending.email,
      });
    }
  return wrongCredentials;
}
