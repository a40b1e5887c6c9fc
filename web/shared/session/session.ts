import { type Client, createClient } from '../../../facade/client/client.ts';
import { isPassing } from '../../../facade/client/failure.ts';
import { login, logout } from '../../../facade/identity.ts';
import { type Auth, type AuthChange, authAfter, loading, signedOut } from './auth.ts';
import type { Person } from './claims.ts';
import { remembersOther } from './remembered.ts';

/** How long a start waits for the server before it continues with the data on this device, in milliseconds. */
const REFRESH_TIMEOUT = 4_000;

/** The signed-in user, and the client with their access token. One per page load. */
export interface Session {
  readonly client: Client;
  readonly auth: () => Auth;
  /** The state before any request: the one in which the server prerendered its pages. */
  readonly atStart: () => Auth;
  /** Whether the last refresh showed that there is no session. A refresh that failed for another reason does not show that. */
  readonly isOver: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether some shown data may be older than the learner's last command; changes are announced to `subscribe`. */
  readonly isBehind: () => boolean;
  /**
   * Refreshes the session (spec 4, at start) if one may exist; otherwise uses the token from the address, if any. Without a
   * session it makes no request, and is complete when it returns. If this device remembers a user, the state becomes
   * 'unreachable' after four seconds, until the server answers.
   */
  readonly start: () => Promise<void>;
  /** Signs in without a token while the server cannot be reached, so that the data on the device can be read. */
  readonly resume: (person: Person) => void;
  /** @throws CallFailure */
  readonly login: (body: { credential: string; password: string }) => Promise<void>;
  /** @throws CallFailure and stays signed in, if the server did not end the session */
  readonly logout: () => Promise<void>;
  readonly beginReset: (accessToken: string) => void;
  /** Signs out in this tab without a request (spec 4: after a password reset). */
  readonly forget: () => void;
}

export function createSession({
  fetch,
  takeToken,
  maySessionExist,
}: {
  readonly fetch?: typeof globalThis.fetch;
  /** Takes an access token from the address, once (architecture, Identity). */
  readonly takeToken: () => string | null;
  /** Whether the browser has the marker of a session (decision 38). */
  readonly maySessionExist: () => boolean;
}): Session {
  const atStart = maySessionExist() ? loading : signedOut;
  let auth = loading;
  let fromAddress: string | null = null;
  const listeners = new Set<() => void>();
  const behind = new Set<string>();
  let isOver = false;
  const change = (it: AuthChange) => {
    const next = authAfter(auth, it);
    if (next === auth) return;
    auth = next;
    // Otherwise that user would be resumed when the server cannot be reached.
    if (auth.learner && remembersOther(auth.learner)) localStorage.removeItem('learner');
    for (const listener of listeners) listener();
  };

  const client = createClient({
    ...(fetch ? { fetch } : {}),
    onFreshness: (query, isStale) => {
      const before = behind.size;
      if (isStale) behind.add(query);
      else behind.delete(query);
      if (before === 0 || behind.size === 0) for (const listener of listeners) listener();
    },
    tokens: {
      read: () => auth.accessToken,
      subject: () => auth.learner,
      store: accessToken => change({ type: 'token stored', accessToken }),
      end: () => {
        isOver = true;
        if (auth.status !== 'loading') change({ type: 'signed out' });
      },
    },
  });

  return {
    client,
    auth: () => auth,
    atStart: () => atStart,
    isOver: () => isOver,
    isBehind: () => behind.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      fromAddress = takeToken() ?? fromAddress;
      change({ type: 'trying again' });
      isOver = !maySessionExist();
      if (!isOver) {
        // A connection may lose packets without an error. A late answer still counts.
        const late =
          remembersOther(null) && setTimeout(() => change({ type: 'server unreachable' }), REFRESH_TIMEOUT);
        try {
          await client.refresh();
        } catch (failure) {
          if (isPassing(failure)) return change({ type: 'server unreachable' });
        } finally {
          if (late) clearTimeout(late);
        }
      }
      if (fromAddress !== null) change({ type: 'token taken from the address', accessToken: fromAddress });
      if (auth.status === 'loading') change({ type: 'signed out' });
      fromAddress = null;
    },
    resume: person => change({ type: 'resumed without a token', person }),
    async login(body) {
      const { accessToken } = await client.call(login, { body });
      change({ type: 'token stored', accessToken });
    },
    async logout() {
      await client.call(logout);
      change({ type: 'signed out' });
    },
    beginReset: accessToken => change({ type: 'reset code accepted', accessToken }),
    forget: () => change({ type: 'signed out' }),
  };
}
