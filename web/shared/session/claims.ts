import { type Role, roles } from '../../../domain/account/roles.ts';

/** The claims of an access token that screens use (spec 3 and 6). */
export interface Person {
  /** Opaque account id; the learner id in the log. */
  readonly learner: string;
  /** null until a user of a sign-in provider has chosen one. */
  readonly username: string | null;
  readonly roles: readonly Role[];
  readonly subscribed: boolean;
}

/** The person of an access token, or undefined for a foreign token. The server verifies the signature. */
export function personOf(accessToken: string): Person | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), character => character.charCodeAt(0));
    const { sub, UserInfo }: Claims = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof sub !== 'string' || !Array.isArray(UserInfo?.['roles'])) return undefined;
    const { username, roles: held, activeSubscription: subscribed } = UserInfo;
    if (username !== null && typeof username !== 'string') return undefined;
    if (!held.every(isRole) || typeof subscribed !== 'boolean') return undefined;
    return { learner: sub, username, roles: held, subscribed };
  } catch {
    return undefined;
  }
}

/** The claims that are read from a token. */
interface Claims {
  readonly sub?: unknown;
  readonly UserInfo?: Readonly<Record<string, unknown>>;
}

function isRole(value: unknown): value is Role {
  return roles.some(role => role === value);
}
