import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import type { TokenKeys } from '../../../facade/express/tokens.ts';
import type { Account } from '../accounts/accounts.ts';
import { readCookie } from '../cookies.ts';
import { keyFor } from '../secret.ts';

/**
 * A device cookie (OWASP): whoever has logged in with the password in this browser, or has set it there by a mailed code, has
 * attempts that nobody else can use up (decision 24). It opens nothing, names nobody, and is void when the password changes.
 */
const name = 'device';
const DAYS = 365;

function options(secure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure, path: '/auth/login' };
}

export function setDeviceCookie(
  response: Response,
  keys: TokenKeys,
  secure: boolean,
  account: Pick<Account, 'id' | 'password_hash'>,
): void {
  response.cookie(name, valueFor(account, keys[0]), { ...options(secure), maxAge: DAYS * 86_400_000 });
}

export function clearDeviceCookie(response: Response, secure: boolean): void {
  response.clearCookie(name, options(secure));
}

/** The browser's device cookie if it is valid for this account. */
export function deviceCookieFor(
  account: Pick<Account, 'id' | 'password_hash'>,
  request: Request,
  keys: TokenKeys,
): string | undefined {
  const found = readCookie(request, name);
  if (found === undefined) return undefined;
  const isValid = keys.some(key => {
    const [expected, given] = [Buffer.from(valueFor(account, key)), Buffer.from(found)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isValid ? found : undefined;
}

function valueFor(
  { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
  { key }: TokenKeys[0],
): string {
  return createHmac('sha256', keyFor('device cookie', key))
    .update(JSON.stringify([id, password_hash]))
    .digest('base64url');
}
