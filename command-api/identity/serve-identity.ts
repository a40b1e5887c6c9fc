import type { Serve } from '../../facade/express/api.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { serveOwnAccount } from './own-account/serve-own-account.ts';
import { servePasswordReset } from './password-reset/serve-password-reset.ts';
import { serveProvider } from './provider/serve-provider.ts';
import { serveSessions } from './sessions/serve-sessions.ts';
import { serveSignUp } from './sign-up/serve-sign-up.ts';

/** All endpoints of identity: sign-up, login, password reset, sign-in provider, and the account itself. */
export function serveIdentity(serve: Serve, dependencies: IdentityDependencies): void {
  serveSignUp(serve, dependencies);
  serveSessions(serve, dependencies);
  servePasswordReset(serve, dependencies);
  serveProvider(serve, dependencies);
  serveOwnAccount(serve, dependencies);
}
