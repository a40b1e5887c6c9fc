import type { CookieOptions, Request, Response } from 'express';
import { sessionMarker } from '../../../facade/session-marker.ts';
import { readCookie } from '../cookies.ts';
import { refreshTokenDays } from './refresh-tokens.ts';

const name = 'jwt';

/** Scripts cannot read it, other sites cannot send it, and it is sent to `/auth` only. */
function options(secure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure, path: '/auth' };
}

export function readRefreshCookie(request: Request): string | undefined {
  return readCookie(request, name);
}

/** Set and cleared together with the refresh cookie; tells scripts only that one exists (decision 38). */
function markerOptions(secure: boolean): CookieOptions {
  return { httpOnly: false, sameSite: 'strict', secure, path: '/' };
}

export function setRefreshCookie(response: Response, token: string, secure: boolean): void {
  const maxAge = refreshTokenDays * 86_400_000;
  response.cookie(name, token, { ...options(secure), maxAge });
  response.cookie(sessionMarker, '1', { ...markerOptions(secure), maxAge });
}

export function clearRefreshCookie(response: Response, secure: boolean): void {
  response.clearCookie(name, options(secure));
  response.clearCookie(sessionMarker, markerOptions(secure));
}
