import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { memoryAdapter } from './memory-adapter.ts';
import { type People, type Person, providerPath } from './people.ts';

/**
 * An OpenID provider with one client, this application: authorization code with PKCE only, as with Google. The page of
 * `pages.ts` is both the choice of an account and the consent.
 * @param issuer address of `providerPath` as the browser sees it
 */
export function sandboxProvider({
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
    adapter: memoryAdapter(),
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
    // As with Google, the ID token itself contains the e-mail address.
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
    // The page that asks for the account also says what the application gets to see, so choosing is consent.
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
  // Makes it build addresses with the browser's scheme, from the header that `sign-in.ts` sets.
  provider.proxy = true;
  return provider;
}

function claimsOf({ email, workspace }: Person) {
  return { email, email_verified: true, ...(workspace && { hd: email.slice(email.indexOf('@') + 1) }) };
}
