import { type Role, statusOf } from '../../../domain/account/roles.ts';
import { type Person, personOf } from './claims.ts';

/**
 * The auth state of spec 3 and 4. 'loading' until the first refresh has answered; 'unreachable' if it got no answer, so that a
 * lost connection does not lead to the login page.
 */
export interface Auth {
  readonly status: 'loading' | 'signed-out' | 'signed-in' | 'unreachable';
  /** Kept in memory only. Null for a user who was resumed without the server; the first answered call brings one. */
  readonly accessToken: string | null;
  readonly cameFromUrl: boolean;
  /** Signed in by a reset code: may only set a new password. */
  readonly resettingPassword: boolean;
  readonly learner: string | null;
  readonly username: string | null;
  readonly roles: readonly Role[];
  readonly subscribed: boolean;
}

export type AuthChange =
  | { readonly type: 'token stored'; readonly accessToken: string }
  | { readonly type: 'token taken from the address'; readonly accessToken: string }
  | { readonly type: 'reset code accepted'; readonly accessToken: string }
  | { readonly type: 'signed out' }
  | { readonly type: 'server unreachable' }
  /** The server cannot be reached, so the last user of this device is signed in without a token. */
  | { readonly type: 'resumed without a token'; readonly person: Person }
  | { readonly type: 'trying again' };

const nobody = {
  accessToken: null,
  cameFromUrl: false,
  resettingPassword: false,
  learner: null,
  username: null,
  roles: [],
  subscribed: false,
} satisfies Partial<Auth>;

export const loading: Auth = { status: 'loading', ...nobody };
export const signedOut: Auth = { status: 'signed-out', ...nobody };

function signedIn(accessToken: string, person: Person): Auth {
  return { ...nobody, status: 'signed-in', accessToken, ...person };
}

/** The auth state after a change. An unreadable token does not sign in. */
export function authAfter(auth: Auth, change: AuthChange): Auth {
  switch (change.type) {
    case 'token stored': {
      const person = personOf(change.accessToken);
      if (!person) return signedOut;
      return { ...signedIn(change.accessToken, person), cameFromUrl: auth.cameFromUrl };
    }
    case 'token taken from the address': {
      // It never replaces another session (architecture, Identity).
      if (auth.status === 'signed-in') return auth;
      const person = personOf(change.accessToken);
      return person ? { ...signedIn(change.accessToken, person), cameFromUrl: true } : auth;
    }
    case 'reset code accepted': {
      const person: Person = personOf(change.accessToken) ?? unknownPerson;
      return {
        ...signedIn(change.accessToken, person),
        roles: [],
        subscribed: false,
        resettingPassword: true,
      };
    }
    case 'signed out':
      return signedOut;
    case 'server unreachable':
      return auth.status === 'loading' ? { ...signedOut, status: 'unreachable' } : auth;
    case 'resumed without a token':
      return auth.status === 'unreachable' ? { ...nobody, status: 'signed-in', ...change.person } : auth;
    case 'trying again':
      return auth.status === 'unreachable' ? loading : auth;
  }
}

/** A reset token may name nobody, because it can only set a password. */
const unknownPerson: Person = { learner: '', username: null, roles: [], subscribed: false };

/** The status of spec 4: 'user' by default, admin before employee. */
export function roleShown(auth: Auth): Role {
  return statusOf(auth.roles);
}
