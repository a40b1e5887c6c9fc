import type { Request } from 'express';
import type { Callers, Endpoint } from '../endpoint.ts';
import type { Caller, ResetCaller } from './api.ts';
import { type FailedReply, noValidToken } from './failures.ts';

/** Who calls, and whether the endpoint is for that caller. */
export interface Authentication {
  /** Verifies the token of an `Authorization: Bearer` header; null when it is invalid. See `tokens.ts`. */
  readonly authenticate: (bearer: string) => Caller | ResetCaller | null;
  /** Called for every call of a signed-in caller: whether the token's session has not been ended. */
  readonly isSessionActive?: (caller: Caller) => Promise<boolean>;
}

/** Null without a token, with an invalid one, and when the session was ended. */
export async function callerOf(
  request: Request,
  { authenticate, isSessionActive }: Authentication,
): Promise<Caller | ResetCaller | null> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];
  const caller = bearer === undefined ? null : authenticate(bearer);
  if (!caller || 'purpose' in caller || !isSessionActive) return caller;
  return (await isSessionActive(caller)) ? caller : null;
}

/** The refusal for this caller, or undefined. */
export function refuseCaller(callers: Callers, caller: Caller | ResetCaller | null): string | undefined {
  if (callers === 'anyone') return undefined;
  if (!caller) return noValidToken;
  const resets = 'purpose' in caller;
  if (callers === 'resetting') return resets ? undefined : 'a password reset code is required';
  if (resets) return noValidToken;
  return caller.roles.some(role => callers.includes(role)) ? undefined : 'your role does not allow this';
}

/**
 * Calls authorised by the cookie must come from our own pages: the cookie is SameSite=Strict, and if the browser sends an
 * origin, it must be ours. A HEAD is refused, because it would execute the command.
 */
export function foreign(
  { served, path, method, fromOtherSites }: Endpoint,
  request: Request,
): FailedReply | undefined {
  if (served !== 'command') return undefined;
  if (request.method !== method)
    return { status: 405, failure: { message: `only ${method} is possible here` } };
  if (!path.startsWith('/auth/') || fromOtherSites) return undefined;
  const site = request.get('Sec-Fetch-Site');
  const origin = request.get('Origin');
  const own =
    site === undefined
      ? origin === undefined || hostOf(origin) === request.get('Host')
      : site === 'same-origin' || site === 'none';
  return own ? undefined : { status: 403, failure: { message: 'this call is for our own pages' } };
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}
