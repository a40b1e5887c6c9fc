import { randomBytes } from 'node:crypto';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { SignInProvider } from '../../../command-api/identity/dependencies.ts';
import { openIdProvider } from '../../../command-api/identity/provider/provider.ts';
import { mailboxOf } from '../../../facade/email.ts';
import { choosePage, expiredPage, policy } from './pages.ts';
import { people, providerPath } from './people.ts';

export interface SandboxGoogle {
  /** The application's side: the same client that speaks to Google in production. */
  readonly google: SignInProvider;
  /** The provider's side, to be mounted at the root of the application. */
  readonly pages: Router;
}

/**
 * The sign-in provider of development: a real OpenID provider on this machine that accepts any address a person picks or
 * types. It proves nothing, so it is for the sandbox only.
 * @param publicUrl the application's address as browsers see it
 * @param address this process's own address, for the client's calls
 */
export function sandboxGoogle({
  publicUrl,
  address,
}: {
  readonly publicUrl: string;
  readonly address: string;
}): SandboxGoogle {
  const issuer = publicUrl + providerPath;
  const callback = `${publicUrl}/auth/login/google/callback`;
  const client = { clientId: 'camino-development', clientSecret: randomBytes(32).toString('base64url') };
  const known = people({ email: 'ana.lopez@gmail.com', workspace: false });
  // Created when the first person signs in, so that a start does not wait for it.
  let made: Promise<import('oidc-provider').Provider> | undefined;
  const provider = () => {
    made ??= import('./provider.ts').then(({ sandboxProvider }) =>
      sandboxProvider({ issuer, client, callback, people: known }),
    );
    return made;
  };

  const { host, protocol } = new URL(publicUrl);
  const router = express.Router();
  router.use(providerPath, (request, response, next) => {
    // The provider builds its addresses from these headers; they must be the browser's.
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', policy);
    next();
  });
  const choose = `${providerPath}/choose/:uid`;
  router.get(choose, async (request, response) => {
    await (await provider()).interactionDetails(request, response);
    response.type('html').send(choosePage(known));
  });
  router.post(choose, express.urlencoded({ extended: false, limit: '8kb' }), async (request, response) => {
    const signIn = await provider();
    await signIn.interactionDetails(request, response);
    const { body = {} } = request;
    if (body.do === 'leave') return signIn.interactionFinished(request, response, { error: 'access_denied' });
    const typed = String(body.known ?? body.email ?? '');
    const email = mailboxOf(typed);
    if (email === null)
      return void response
        .status(400)
        .type('html')
        .send(choosePage(known, { typed, text: 'Please enter a valid email.' }));
    const before = known.all().find(person => person.email === email);
    const workspace = body.workspace === 'yes' || (body.known !== undefined && before?.workspace === true);
    const accountId = known.add({ email, workspace });
    await signIn.interactionFinished(request, response, { select_account: {}, login: { accountId } });
  });
  router.use(choose, (error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (!(error instanceof Error && error.name === 'SessionNotFound')) return next(error);
    response.status(400).type('html').send(expiredPage());
  });
  router.use(providerPath, async (request, response) => (await provider()).callback()(request, response));

  const google = openIdProvider({ issuer, ...client, callback, reachedAt: address });
  return { google, pages: router };
}
