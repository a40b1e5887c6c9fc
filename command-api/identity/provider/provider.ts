import * as client from 'openid-client';
import { mailboxOf } from '../../../facade/email.ts';
import type { SignInProvider } from '../dependencies.ts';
import { RECENT_MINUTES } from '../sessions/sessions.ts';

/** Requests `auth_time`. Google sends it to applications with session age claims switched on. */
const askForAuthTime = JSON.stringify({ id_token: { auth_time: { essential: true } } });

/**
 * Google (or, in development, a provider of our own) by OpenID Connect: authorization code with PKCE, state and nonce.
 * @param issuer https://accounts.google.com
 * @param callback where the provider sends the browser back to
 * @param reachedAt address for the server's own calls, if the issuer's address works only in the browser (development)
 */
export function openIdProvider({
  issuer,
  clientId,
  clientSecret,
  callback,
  reachedAt,
}: {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callback: string;
  readonly reachedAt?: string;
}): SignInProvider {
  let discovered: Promise<client.Configuration> | undefined;
  const configuration = () => {
    // Plain http is for the simulated provider of development.
    const execute = [
      // Check the ID token's signature, although it comes over a trusted connection.
      client.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ];
    // The simulated provider is created at the first call; Google answers at once.
    const timeout = reachedAt === undefined ? 5 : 60;
    const elsewhere = reachedAt === undefined ? {} : { [client.customFetch]: fetchAt(issuer, reachedAt) };
    discovered ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout, ...elsewhere })
      .catch(error => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  };
  return {
    begin: async again => {
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login', max_age: '0', claims: askForAuthTime } : { prompt: 'select_account' }),
      });
      return { url: url.href, attempt: { state, nonce, verifier } };
    },
    finish: async (returned, { state, nonce, verifier }, again) => {
      // The browser's address as registered at the provider; a proxy may have changed the request's address.
      const current = new URL(callback);
      current.search = returned.search;
      const tokens = await client.authorizationCodeGrant(await configuration(), current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        // A missing or old login time proves nothing.
        ...(again && { maxAge: RECENT_MINUTES * 60 }),
      });
      const claims = tokens.claims();
      const email = typeof claims?.['email'] === 'string' ? mailboxOf(claims['email']) : null;
      if (!claims || email === null || claims['email_verified'] !== true)
        throw new Error('the provider does not vouch for an address');
      const authoritative = email.endsWith('@gmail.com') || typeof claims['hd'] === 'string';
      return { subject: claims.sub, email, authoritative };
    },
  };
}

function fetchAt(issuer: string, reachedAt: string): client.CustomFetch {
  const { origin } = new URL(issuer);
  return (url, options) => {
    const to = url.startsWith(`${origin}/`) ? reachedAt + url.slice(origin.length) : url;
    return fetch(to, options as RequestInit);
  };
}
