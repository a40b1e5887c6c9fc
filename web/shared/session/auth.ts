import { type Role, statusOf } from '../../../domain/account/roles.ts';
import { type Person, personOf } from './claims.ts';

/**
 * The auth state of spec 3 and 4. 'loading' until the first refresh has answered; 'unreachable' when it never did,
 * so that nobody is sent to the login page because the train went into a tunnel.
 */
export interface Auth {
  readonly status: 'loading' | 'signed-out' | 'signed-in' | 'unreachable';
  /** Kept in memory only. Null for somebody signed in while the server is out of reach: the first call that is answered brings one. */
  readonly accessToken: string | null;
  readonly cameFromUrl: boolean;
  /** Signed in by a reset code: may set a new password and nothing else. */
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
  /** Nobody can be asked who this is: who was signed in last on this device sees what lies on it. */
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
      // Never over another session (architecture, Identity).
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

/** A reset token need not name anybody: all it can do is set a password. */
const unknownPerson: Person = { learner: '', username: null, roles: [], subscribed: false };

/** What spec 4 calls status: 'user' by default, admin wins over employee. */
export function roleShown(auth: Auth): Role {
  return statusOf(auth.roles);
}
