import jwt from 'jsonwebtoken';
import { type TokenKeys, tokenRules } from '../../../facade/express/tokens.ts';
import { type Account, rolesOf } from '../accounts/accounts.ts';

/** Life of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;
/** Of a token that sets a password: as long as the code it came from. */
const resetTokenLife = 900;

/** A JWT with what the browser shows of its user (`UserInfo`, spec 3), the account (`sub`) and the session (`sid`). */
export function accessToken(
  [{ id: keyid, key }]: TokenKeys,
  account: Pick<Account, 'id' | 'username' | 'roles'>,
  { session, activeSubscription }: { readonly session: string; readonly activeSubscription: boolean },
): string {
  const UserInfo = { username: account.username, roles: rolesOf(account), activeSubscription };
  return jwt.sign({ sid: session, UserInfo }, key, {
    ...tokenRules,
    keyid,
    subject: account.id,
    expiresIn: ACCESS_TOKEN_SECONDS,
  });
}

/** A JWT that can set the password of an account once, and nothing else. */
export function resetToken(
  [{ id: keyid, key }]: TokenKeys,
  { account, reset }: { readonly account: string; readonly reset: string },
): string {
  return jwt.sign({ purpose: 'reset' }, key, {
    ...tokenRules,
    keyid,
    subject: account,
    jwtid: reset,
    expiresIn: resetTokenLife,
  });
}
