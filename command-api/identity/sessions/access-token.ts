import jwt from 'jsonwebtoken';
import { type TokenKeys, tokenRules } from '../../../facade/express/tokens.ts';
import { type Account, rolesOf } from '../accounts/accounts.ts';

/** Life of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;
/** Life of a token that sets a password, in seconds: the same as its code. */
const resetTokenLife = 900;

/** A JWT with `UserInfo` (spec 3), the account (`sub`) and the session (`sid`). */
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

/** A JWT that can only set the password of an account, once. */
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
