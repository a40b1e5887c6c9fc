import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import { lruCache } from '../../caching/lru-cache.ts';
import { Roles } from '../values.ts';
import type { Caller, ResetCaller } from './api.ts';

/** Claims and algorithm of access tokens, for signing and verifying. */
export const tokenRules = { algorithm: 'HS256', issuer: 'camino', audience: 'camino' } as const;

/** A key by its name, the `kid` of tokens. */
export interface TokenKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** The first one signs; all are accepted, so that keys can be rotated by prepending a new one. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]];

/** @param secret 32 characters or more */
export function tokenKeyOf(secret: string): TokenKey {
  const id = createHash('sha256').update(`key id ${secret}`).digest('base64url').slice(0, 8);
  return { id, key: createSecretKey(secret, 'utf8') };
}

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

const ResetClaims = z.object({
  sub: AccountId,
  exp: z.number(),
  purpose: z.literal('reset'),
  jti: z.string(),
});

/** Verified access tokens in memory, about 1 kB each. Every call of a learner has the same token for minutes. */
const CACHED_TOKENS = 5_000;

/** Reads bearer tokens. Null for a token that is forged, expired, unsigned, or signed for another purpose. */
export function authenticator(keys: TokenKeys): (bearer: string) => Caller | ResetCaller | null {
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  const verifiedBefore = lruCache<{ readonly caller: Caller; readonly expiresAt: number }>(CACHED_TOKENS);
  return bearer => {
    const before = verifiedBefore.get(bearer);
    if (before) return Date.now() < before.expiresAt ? before.caller : null;
    const claims = verified(bearer, byId);
    const reset = ResetClaims.safeParse(claims);
    if (reset.success) return { purpose: 'reset', id: reset.data.sub, reset: reset.data.jti };
    const access = AccessClaims.safeParse(claims);
    if (!access.success) return null;
    const { sub, sid, exp, UserInfo } = access.data;
    const caller: Caller = { id: sub, session: sid, ...UserInfo };
    verifiedBefore.set(bearer, { caller, expiresAt: exp * 1_000 });
    return caller;
  };
}

const Header = z.object({ alg: z.literal(tokenRules.algorithm), kid: z.string() });

function verified(bearer: string, keys: ReadonlyMap<string, KeyObject>): unknown {
  try {
    const [head = ''] = bearer.split('.', 1);
    const header = Header.safeParse(JSON.parse(Buffer.from(head, 'base64url').toString()));
    const key = header.success ? keys.get(header.data.kid) : undefined;
    if (!key) return null;
    const { algorithm, issuer, audience } = tokenRules;
    return jwt.verify(bearer, key, { algorithms: [algorithm], issuer, audience });
  } catch {
    return null;
  }
}
