import type { Response } from 'express';
import { Unavailable } from '../../../event-store/log.ts';
import type { Account } from '../accounts/accounts.ts';
import { type IdentityDependencies, secureCookies } from '../dependencies.ts';
import { accessToken } from './access-token.ts';
import { setRefreshCookie } from './refresh-cookie.ts';
import type { GrantedSession } from './sessions.ts';

/** Gives the browser what a session consists of: the cookie, and the access token as the reply. */
export async function replyWithSession(
  dependencies: IdentityDependencies,
  response: Response,
  account: Account,
  { session, refreshToken }: GrantedSession,
): Promise<{ accessToken: string }> {
  const { keys, isSubscribed } = dependencies;
  // First of all: a failure below must not cost the browser the token that its old one was exchanged for.
  setRefreshCookie(response, refreshToken, secureCookies(dependencies));
  // What may be opened is decided elsewhere. While the log is away nobody is locked out for the sake of a flag.
  const activeSubscription = await isSubscribed(account.id).catch(error => {
    if (error instanceof Unavailable) return false;
    throw error;
  });
  return { accessToken: accessToken(keys, account, { session, activeSubscription }) };
}
