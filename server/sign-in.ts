import type { Router } from 'express';
import type { SignInProvider } from '../command-api/identity/dependencies.ts';
import { openIdProvider } from '../command-api/identity/provider/provider.ts';
import type { Configuration } from './configuration.ts';
import { sandboxGoogle } from './sandbox/sign-in/sign-in.ts';

/**
 * Sign-in with Google where its keys are set. Without keys: a simulated provider in development, none in production.
 * @param address where this process answers
 */
export function googleSignIn(
  { google, production, roles }: Configuration,
  { publicUrl, address }: { readonly publicUrl: string; readonly address: string },
): { readonly google?: SignInProvider; readonly pages?: Router } {
  const callback = `${publicUrl}/auth/login/google/callback`;
  if (google)
    return { google: openIdProvider({ issuer: 'https://accounts.google.com', ...google, callback }) };
  return production || !roles.includes('command-api') ? {} : sandboxGoogle({ publicUrl, address });
}
