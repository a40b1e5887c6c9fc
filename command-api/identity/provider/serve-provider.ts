import type { Response } from 'express';
import pg from 'pg';
import { isRefusal, refuse } from '../../../domain/refusal.ts';
import type { Serve } from '../../../facade/express/api.ts';
import { linkProvider, loginWithProvider, providerReturned } from '../../../facade/identity.ts';
import { recentLoginRequired } from '../../../facade/own-account.ts';
import { addressOf, overLimit } from '../../rate-limits.ts';
import { accountById, lockAccount } from '../accounts/accounts.ts';
import {
  type Attempt,
  type IdentityDependencies,
  secureCookies,
  type VerifiedPerson,
} from '../dependencies.ts';
import { mailNotice } from '../own-account/notices.ts';
import { deviceOf } from '../sessions/device.ts';
import { replyWithSession } from '../sessions/grant.ts';
import { readRefreshCookie } from '../sessions/refresh-cookie.ts';
import {
  endSessionOf,
  isProvedRecently,
  isStillOpen,
  openProvedSession,
  recordProof,
} from '../sessions/sessions.ts';
import { type Purpose, setAttemptCookie, takeAttemptCookie } from './attempt-cookie.ts';
import { accountFor, accountOfSubject, link } from './linking.ts';

/** Signing in with Google, linking it, and confirming one's identity with it. */
export function serveProvider(serve: Serve, dependencies: IdentityDependencies): void {
  const { db, google, keys } = dependencies;

  async function begin(response: Response, purpose: Purpose): Promise<string | undefined> {
    const begun = await google?.begin(purpose.to === 'confirm').catch(() => undefined);
    if (!begun) return undefined;
    setAttemptCookie(response, keys, secureCookies(dependencies), { ...begun.attempt, purpose });
    return begun.url;
  }

  /** Undefined when the person declined, returned too late, or the reply is forged. */
  function personOf(
    returned: URL,
    attempt: Attempt & { purpose: Purpose },
  ): Promise<VerifiedPerson | undefined> {
    const again = attempt.purpose.to === 'confirm';
    return google?.finish(returned, attempt, again).catch(() => undefined) ?? Promise.resolve(undefined);
  }

  serve(loginWithProvider, async ({ http: { request, response } }) => {
    const wait = await overLimit(dependencies, response, {
      of: 'loginFromAddress',
      by: [addressOf(request)],
    });
    if (wait) return wait;
    const url = await begin(response, { to: 'login' });
    redirect(response, url ?? '/login?provider=unavailable');
    return undefined;
  });

  serve(linkProvider, async ({ body: { to }, caller, http: { response } }) => {
    if (to === 'link' && !(await isProvedRecently(db, caller.session)))
      return refuse(recentLoginRequired, {
        because: 'credentials',
        verbose: 'Please confirm that it is you.',
      });
    const url = await begin(response, { to, account: caller.id, session: caller.session });
    return url === undefined
      ? refuse('Google cannot be reached for the moment. Please try again.', { field: 'provider' })
      : { url };
  });

  serve(providerReturned, async ({ http: { request, response } }) => {
    const attempt = takeAttemptCookie(request, response, keys, secureCookies(dependencies));
    const returned = new URL(request.originalUrl, dependencies.publicUrl);
    const person = attempt && (await personOf(returned, attempt));
    if (!attempt || !person) {
      redirect(
        response,
        attempt?.purpose.to === 'login' || !attempt ? '/login?provider=failed' : '/profile?provider=failed',
      );
      return undefined;
    }
    const { purpose } = attempt;
    redirect(
      response,
      purpose.to === 'login'
        ? await logIn(dependencies, response, person, {
            device: deviceOf(request.get('User-Agent')),
            before: readRefreshCookie(request),
          })
        : await forAccount(dependencies, purpose, person),
    );
    return undefined;
  });
}

async function logIn(
  dependencies: IdentityDependencies,
  response: Response,
  person: VerifiedPerson,
  { device, before }: { readonly device: string; readonly before: string | undefined },
): Promise<string> {
  const { db } = dependencies;
  const found = await db.transaction().execute(trx => accountFor({ ...dependencies, db: trx }, person));
  if (isRefusal(found)) return '/login?provider=other';
  const session = await openProvedSession(db, found.id, device, { provider_subject: person.subject });
  if (!session) return '/login?provider=failed';
  if (before) await endSessionOf(db, before);
  await replyWithSession(dependencies, response, found, session);
  return found.username === null ? '/profile' : '/library';
}

async function forAccount(
  dependencies: IdentityDependencies,
  { to, account: id, session }: Exclude<Purpose, { to: 'login' }>,
  person: VerifiedPerson,
): Promise<string> {
  const { db } = dependencies;
  const owner = await accountOfSubject(db, person.subject);
  if (to === 'confirm') {
    if (owner?.id !== id) return '/profile?provider=other';
    await recordProof(db, session);
    return '/profile?provider=confirmed';
  }
  if (owner) return owner.id === id ? '/profile?provider=linked' : '/profile?provider=other';
  const linking = db.transaction().execute(async trx => {
    // Before the session, as a new password does: otherwise the two could wait for each other.
    await lockAccount(trx, id);
    const account = await accountById(trx, id);
    // The learner may have signed this session out since the link was begun in it.
    if (!account || !(await isStillOpen(trx, session))) return '/login?provider=failed';
    if (!(await link(trx, id, person.subject))) return '/profile?provider=other';
    await mailNotice({ ...dependencies, db: trx }, account, 'google linked');
    return '/profile?provider=linked';
  });
  return linking.catch(error => {
    // Another account was linked with it at the same moment.
    if (error instanceof pg.DatabaseError && error.constraint === 'accounts_provider')
      return '/profile?provider=other';
    throw error;
  });
}

/** Redirects only to our own paths, because the current address contains a code. */
function redirect(response: Response, to: string): void {
  response
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Referrer-Policy', 'no-referrer')
    .redirect(302, to);
}
