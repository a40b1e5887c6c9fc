import { roles } from '../../../domain/account/roles.ts';
import type { Person } from '../session/claims.ts';

/** session/remembered.ts reads it too. */
const storageKey = 'learner';

/** Remembers who is signed in, for a start without a connection: no token and no secret, what a page shows of them. */
export function rememberPerson({ learner, username, roles, subscribed }: Person): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ learner, username, roles, subscribed }));
  } catch {
    // Storage is off: then nothing lies on this device either.
  }
}

export function forgetPerson(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is off.
  }
}

/** Who was signed in last on this device, unless they logged out. */
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

/** Calls back when another tab has changed who is remembered. */
export function followPerson(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
