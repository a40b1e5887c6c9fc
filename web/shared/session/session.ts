import { type Client, createClient } from '../../../facade/client/client.ts';
import { isPassing } from '../../../facade/client/failure.ts';
import { login, logout } from '../../../facade/identity.ts';
import { type Auth, type AuthChange, authAfter, loading, signedOut } from './auth.ts';
import type { Person } from './claims.ts';
import { remembersOther } from './remembered.ts';

/** How long a start waits for the server before it goes on with what lies on this device, in milliseconds. */
const PATIENCE = 4_000;

/** Who is signed in, and the client that speaks for them. One per page load. */
export interface Session {
  readonly client: Client;
  readonly auth: () => Auth;
  /** What it was before anything was asked: what the server drew its pages with. */
  readonly atStart: () => Auth;
  /** Whether there was surely no session when that was asked last: a refresh that failed for another reason says nothing of it. */
  readonly isOver: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether something that is shown may be older than what the learner did; heard through `subscribe`. */
  readonly isBehind: () => boolean;
  /**
   * Refreshes the session (spec 4, at start) where one may exist; then falls back to the token the address held, if any.
   * Without a session nothing is asked, and all of it has happened when this returns. Where this device remembers somebody,
   * the server counts as unreachable after four seconds, until it answers.
   */
  readonly start: () => Promise<void>;
  /** Signs in without a token while the server cannot be reached: what lies on the device can be read. */
  readonly resume: (person: Person) => void;
  /** Throws CallFailure. */
  readonly login: (body: { credential: string; password: string }) => Promise<void>;
  /** Throws CallFailure and stays signed in when the server did not end the session. */
  readonly logout: () => Promise<void>;
  readonly beginReset: (accessToken: string) => void;
  /** Signs out here without asking the server (spec 4: after a password reset). */
  readonly forget: () => void;
}

export function createSession({
  fetch,
  takeToken,
  maySessionExist,
}: {
  readonly fetch?: typeof globalThis.fetch;
  /** Takes an access token out of the address, once (architecture, Identity). */
  readonly takeToken: () => string | null;
  /** Whether the browser has a session's marker (decision 38). */
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
    // Without the server that person would be resumed.
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
        // A connection may lose all packets and refuse none. Whenever the answer comes it is heard.
        const late =
          remembersOther(null) && setTimeout(() => change({ type: 'server unreachable' }), PATIENCE);
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
