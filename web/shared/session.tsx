import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Role } from '../../domain/account/roles.ts';
import type { Client } from '../../facade/client/client.ts';
import { type Auth, roleShown } from './session/auth.ts';
import type { Session } from './session/session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session's actions: login, logout and the like. */
export function useSessionActions(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Who is signed in. Behind a protected route `status` is always 'signed-in' and `learner` an account id. */
export function useSession(): Auth & {
  /** 'user' unless more is held (spec 4). */
  readonly role: Role;
  readonly isAdmin: boolean;
} {
  const session = useSessionActions();
  const auth = useSyncExternalStore(session.subscribe, session.auth, session.atStart);
  const role = roleShown(auth);
  return { ...auth, role, isAdmin: role === 'admin' };
}

/** The typed client that speaks for whoever is signed in. */
export function useClient(): Client {
  return useSessionActions().client;
}

/** Whether something that is shown may be older than what the learner did. */
export function useIsBehind(): boolean {
  const session = useSessionActions();
  return useSyncExternalStore(session.subscribe, session.isBehind);
}
