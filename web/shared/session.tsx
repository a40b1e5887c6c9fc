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

/** The signed-in user. Behind a protected route `status` is always 'signed-in' and `learner` an account id. */
export function useSession(): Auth & {
  /** 'user' unless a higher role is held (spec 4). */
  readonly role: Role;
  readonly isAdmin: boolean;
} {
  const session = useSessionActions();
  const auth = useSyncExternalStore(session.subscribe, session.auth, session.atStart);
  const role = roleShown(auth);
  return { ...auth, role, isAdmin: role === 'admin' };
}

/** The typed client of the current session. */
export function useClient(): Client {
  return useSessionActions().client;
}

/** Whether some shown data may be older than the learner's last command. */
export function useIsBehind(): boolean {
  const session = useSessionActions();
  return useSyncExternalStore(session.subscribe, session.isBehind);
}
