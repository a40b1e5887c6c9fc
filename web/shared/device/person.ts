import { roles } from '../../../domain/account/roles.ts';
import type { Person } from '../session/claims.ts';

/** session/remembered.ts reads it too. */
const storageKey = 'learner';

/** Remembers the signed-in user for a start without a connection: what pages show of them, but no token or secret. */
export function rememberPerson({ learner, username, roles, subscribed }: Person): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ learner, username, roles, subscribed }));
  } catch {
    // Storage is not available, and nothing else is stored on this device either.
  }
}

export function forgetPerson(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is not available.
  }
}

/** The last user who was signed in on this device and did not log out. */
export function personOnDevice(): Person | undefined {
  try {
    const found: Partial<Record<keyof Person, unknown>> | null = JSON.parse(
      localStorage.getItem(storageKey) ?? 'null',
    );
    if (!found || typeof found.learner !== 'string' || !Array.isArray(found.roles)) return undefined;
    const held = found.roles;
    return {
      learner: found.learner,
      username: typeof found.username === 'string' ? found.username : null,
      roles: roles.filter(role => held.includes(role)),
      subscribed: found.subscribed === true,
    };
  } catch {
    return undefined;
  }
}

/** Calls back when another tab has changed the remembered user. */
export function followPerson(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
