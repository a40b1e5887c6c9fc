import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { tokenRules } from '../../../facade/express/tokens.ts';
import { type Account, rolesOf } from '../accounts/accounts.ts';

/** Life of an access token in seconds. */
export const accessTokenLife = 600;

/** A JWT with what the browser shows of its user (`UserInfo`, spec 3), the account (`sub`) and the session (`sid`). */
export function accessToken(
  key: KeyObject,
  account: Pick<Account, 'id' | 'username' | 'roles'>,
  { session, activeSubscription }: { readonly session: string; readonly activeSubscription: boolean },
): string {
  const UserInfo = { username: account.username, roles: rolesOf(account), activeSubscription };
  return jwt.sign({ sid: session, UserInfo }, key, {
    ...tokenRules,
    subject: account.id,
    expiresIn: accessTokenLife,
  });
}
