import type { CookieOptions, Request, Response } from 'express';
import { refreshTokenDays } from './refresh-tokens.ts';

const name = 'jwt';

/** Scripts cannot read it, other sites cannot send it, and only `/auth` ever sees it. */
function options(secure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure, path: '/auth' };
}

export function readRefreshCookie({ headers }: Request): string | undefined {
  const found = headers.cookie
    ?.split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}

export function setRefreshCookie(response: Response, token: string, secure: boolean): void {
  response.cookie(name, token, { ...options(secure), maxAge: refreshTokenDays * 86_400_000 });
}

export function clearRefreshCookie(response: Response, secure: boolean): void {
  response.clearCookie(name, options(secure));
}
