import type { CookieOptions, Request, Response } from 'express';
import jwt from 'jsonwebtoken';
import * as z from 'zod/mini';
import type { TokenKeys } from '../../../facade/express/tokens.ts';
import { readCookie } from '../cookies.ts';
import type { Attempt } from '../dependencies.ts';

/** Why the browser was sent to the provider, and for which account. */
export type Purpose =
  | { readonly to: 'login' }
  | { readonly to: 'link' | 'confirm'; readonly account: string; readonly session: string };

const name = 'provider';
const MINUTES = 10;

/** Lax, because it must return with a navigation from the provider's site; signed, because it says what the reply may do. */
function options(secure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure, path: '/auth/login' };
}

const rules = { algorithm: 'HS256', issuer: 'camino', audience: 'camino provider' } as const;

export function setAttemptCookie(
  response: Response,
  [{ key }]: TokenKeys,
  secure: boolean,
  kept: Attempt & { readonly purpose: Purpose },
): void {
  const signed = jwt.sign({ kept }, key, { ...rules, expiresIn: MINUTES * 60 });
  response.cookie(name, signed, { ...options(secure), maxAge: MINUTES * 60_000 });
}

const Kept = z.object({
  kept: z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    purpose: z.union([
      z.object({ to: z.literal('login') }),
      z.object({ to: z.enum(['link', 'confirm']), account: z.string(), session: z.string() }),
    ]),
  }),
});

/** Reads the cookie and clears it. */
export function takeAttemptCookie(
  request: Request,
  response: Response,
  keys: TokenKeys,
  secure: boolean,
): (Attempt & { readonly purpose: Purpose }) | undefined {
  response.clearCookie(name, options(secure));
  const found = readCookie(request, name);
  if (!found) return undefined;
  for (const { key } of keys)
    try {
      const claims = jwt.verify(found, key, {
        algorithms: [rules.algorithm],
        issuer: rules.issuer,
        audience: rules.audience,
      });
      const read = Kept.safeParse(claims);
      if (read.success) return read.data.kept;
    } catch {
      // Signed with another key, too old, or malformed.
    }
  return undefined;
}
