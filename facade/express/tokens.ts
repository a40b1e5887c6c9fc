import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { Roles } from '../values.ts';
import type { Caller, ResetCaller } from './api.ts';

/** How access tokens are signed and checked; both ends must agree. */
export const tokenRules = { algorithm: 'HS256', issuer: 'camino' } as const;

const AccountId = z.string().check(z.regex(/^[0-9a-f]{32}$/));

const AccessClaims = z.object({
  sub: AccountId,
  sid: z.string(),
  exp: z.number(),
  purpose: z.optional(z.undefined()),
  UserInfo: z.object({
    username: z.nullable(z.string()),
    roles: Roles,
    activeSubscription: z.boolean(),
  }),
});

const ResetClaims = z.object({ sub: AccountId, exp: z.number(), purpose: z.literal('reset') });

/**
 * Reads bearer tokens. A token that is forged, expired, unsigned, or signed for something else is nobody's: null.
 * @param key a secret `KeyObject`; a plain string would be turned into one again for every request
 */
export function authenticator(key: KeyObject): (bearer: string) => Caller | ResetCaller | null {
  return bearer => {
    const claims = verified(bearer, key);
    const reset = ResetClaims.safeParse(claims);
    if (reset.success) return { purpose: 'reset', id: reset.data.sub };
    const access = AccessClaims.safeParse(claims);
    if (!access.success) return null;
    const { sub, sid, UserInfo } = access.data;
    return { id: sub, session: sid, ...UserInfo };
  };
}

function verified(bearer: string, key: KeyObject): unknown {
  try {
    return jwt.verify(bearer, key, { algorithms: [tokenRules.algorithm], issuer: tokenRules.issuer });
  } catch {
    return null;
  }
}
