import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { type People, type Person, providerPath } from './people.ts';
import { records } from './records.ts';

/**
 * An OpenID provider with one client, this application: authorization code with PKCE only, as with Google. Who signs in
 * says so on the page of `pages.ts`, which stands in for both the choice of an account and the consent.
 * @param issuer address of `providerPath` as the browser sees it
 */
export function pretendProvider({
  issuer,
  client,
  callback,
  people,
}: {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly callback: string;
  readonly people: People;
}): Provider {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider: Provider = new Provider(issuer, {
    adapter: records(),
    jwks: { keys: [{ ...signingKey, kty: 'RSA', use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    // As Google: the address stands in the ID token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 3_600,
      IdToken: 300,
      Interaction: 600,
      Session: 3_600,
    },
    interactions: { policy, url: (_context, { uid }) => `${providerPath}/choose/${uid}` },
    findAccount: (_context, subject) => {
      const person = people.bySubject(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject, ...claimsOf(person) }) };
    },
    // Whoever chose an account on the page has read there what it gives away.
    loadExistingGrant: async (context: KoaContextWithOIDC) => {
      const accountId = context.oidc.session?.accountId;
      if (accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    renderError: (context, { error, error_description }) => {
      context.type = 'text';
      context.body = [error, error_description].filter(Boolean).join(': ');
    },
  });
  // The addresses it makes have the scheme the browser uses; `sign-in.ts` says which.
  provider.proxy = true;
  return provider;
}

function claimsOf({ email, workspace }: Person) {
  return { email, email_verified: true, ...(workspace && { hd: email.slice(email.indexOf('@') + 1) }) };
}
