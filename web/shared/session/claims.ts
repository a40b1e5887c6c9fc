import * as z from 'zod/mini';
import { type Role, roles } from '../../../domain/account/roles.ts';

const Claims = z.object({
  sub: z.string(),
  UserInfo: z.object({
    username: z.nullable(z.string()),
    roles: z.array(z.enum(roles)),
    activeSubscription: z.boolean(),
  }),
});

/** What the screens know of the person signed in, as the access token says (spec 3 and 6). */
export interface Person {
  /** Opaque account id, the learner of the log. */
  readonly learner: string;
  /** null until an account of a sign-in provider has chosen one. */
  readonly username: string | null;
  readonly roles: readonly Role[];
  readonly subscribed: boolean;
}

/** The person of an access token, or undefined when it is none of ours. Its signature is the server's business. */
export function personOf(accessToken: string): Person | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), character => character.charCodeAt(0));
    const read = z.safeParse(Claims, JSON.parse(new TextDecoder().decode(bytes)));
    if (!read.success) return undefined;
    const { username, roles: held, activeSubscription } = read.data.UserInfo;
    return { learner: read.data.sub, username, roles: held, subscribed: activeSubscription };
  } catch {
    return undefined;
  }
}
