import type { Response } from 'express';
import { Unavailable } from '../../../event-store/log.ts';
import type { Account } from '../accounts/accounts.ts';
import { type IdentityDependencies, secureCookies } from '../dependencies.ts';
import { accessToken } from './access-token.ts';
import { setRefreshCookie } from './refresh-cookie.ts';
import type { GrantedSession } from './sessions.ts';

/** Sets the refresh cookie of a session and replies with an access token. */
export async function replyWithSession(
  dependencies: IdentityDependencies,
  response: Response,
  account: Account,
  { session, refreshToken }: GrantedSession,
): Promise<{ accessToken: string }> {
  const { keys, isSubscribed } = dependencies;
  // Set first, so that a failure below does not lose the token for which the old one was exchanged.
  setRefreshCookie(response, refreshToken, secureCookies(dependencies));
  // Access is not decided by this flag, so the login also works while the log is unavailable.
  const activeSubscription = await isSubscribed(account.id).catch(error => {
    if (error instanceof Unavailable) return false;
    throw error;
  });
  return { accessToken: accessToken(keys, account, { session, activeSubscription }) };
}
