import type { Role } from '../account/roles.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Who may open a chapter (spec 6): chapter 1 is free, everything is open to subscribers and admins. */
export function mayOpen(
  chapter: number,
  reader: { readonly roles: readonly Role[]; readonly subscribed: boolean },
): boolean {
  return chapter === 1 || reader.subscribed || reader.roles.includes('admin');
}

/** The refusal for a chapter that may not be opened, the same for every endpoint. */
export const subscriptionRequired: Refusal = refuse('subscription required', {
  because: 'payment',
  verbose: 'Subscribe to read this chapter. The first chapter of each book is free.',
});
