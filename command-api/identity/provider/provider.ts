import * as client from 'openid-client';
import { mailboxOf } from '../../../facade/email.ts';
import type { SignInProvider } from '../dependencies.ts';

/**
 * Google (or, in development, a provider of our own) by OpenID Connect: authorization code with PKCE, state and nonce.
 * @param issuer https://accounts.google.com
 * @param callback where the provider sends the browser back to
 */
export function openIdProvider({
  issuer,
  clientId,
  clientSecret,
  callback,
}: {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callback: string;
}): SignInProvider {
  let discovered: Promise<client.Configuration> | undefined;
  const configuration = () => {
    // Plain http is the provider of development, on this machine.
    const execute = issuer.startsWith('http://localhost:') ? [client.allowInsecureRequests] : [];
    discovered ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 5 })
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
        ...(again ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' }),
      });
      return { url: url.href, attempt: { state, nonce, verifier } };
    },
    finish: async (returned, { state, nonce, verifier }) => {
      // The address the browser came to, as the provider knows it: not as a proxy in front spells it.
      const current = new URL(callback);
      current.search = returned.search;
      const tokens = await client.authorizationCodeGrant(await configuration(), current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
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
