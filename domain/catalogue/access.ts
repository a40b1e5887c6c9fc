import type { Role } from '../account/roles.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Who may open a chapter (spec 6): chapter 1 is free, everything is open to subscribers and admins. */
export function mayOpen(
  chapter: number,
  reader: { readonly roles: readonly Role[]; readonly subscribed: boolean },
): boolean {
  return chapter === 1 || reader.subscribed || reader.roles.includes('admin');
}

/**
 * What a learner may see of a sentence. In a chapter that is open to them: everything. After a subscription has ended, of a
 * sentence they have read: its text and translation (history, review, export) and its questions (review), but no sound. Of a
 * sentence they have not read: nothing.
 * @param sentence `read`: by this learner, at any time
 */
export function mayShow(
  what: 'text' | 'question' | 'sound',
  sentence: { readonly open: boolean; readonly read: boolean },
): boolean {
  return sentence.open || (sentence.read && what !== 'sound');
}

/** The refusal for a chapter that may not be opened, the same for every endpoint. */
export const subscriptionRequired: Refusal = refuse('subscription required', {
  because: 'payment',
  verbose: 'Subscribe to read this chapter. The first chapter of each book is free.',
});
