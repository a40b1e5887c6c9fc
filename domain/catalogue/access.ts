import type { Role } from '../account/roles.ts';

/** Who may open a chapter (spec 6): chapter 1 is free, everything is open to subscribers and admins. */
export function mayOpen(
  chapter: number,
  reader: { readonly roles: readonly Role[]; readonly subscribed: boolean },
): boolean {
  return chapter === 1 || reader.subscribed || reader.roles.includes('admin');
}
