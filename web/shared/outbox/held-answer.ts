import { del, get, set, update } from 'idb-keyval';
import type { Message, Outbox } from './outbox.ts';

/**
 * The last answer of a review. It is not sent yet, so that it can be taken back, and is stored, so that it survives its page.
 */

/** device/keys.ts matches this key too. */
const keyOf = (learner: string) => `review answer ${learner}`;

export function holdAnswer(learner: string, answer: Message): Promise<void> {
  return set(keyOf(learner), answer);
}

export function heldAnswer(learner: string): Promise<Message | undefined> {
  return get<Message>(keyOf(learner));
}

/** @param id forget only this answer; a later one may have replaced it */
export function forgetHeldAnswer(learner: string, id?: string): Promise<void> {
  if (id === undefined) return del(keyOf(learner));
  return update<Message>(keyOf(learner), held => (held?.id === id ? undefined : held) as Message);
}

/** Moves the answer of a closed page to the outbox, because it can no longer be taken back. */
export async function releaseHeldAnswer(learner: string, { add }: Pick<Outbox, 'add'>): Promise<void> {
  const answer = await heldAnswer(learner);
  if (!answer) return;
  await add([answer]);
  await forgetHeldAnswer(learner, answer.id);
}

/** Web Lock that each window with a sitting shares. */
export const sittingLock = (learner: string) => `sitting ${learner}`;

/** Like `releaseHeldAnswer`, unless a window with a sitting is open, in which the answer may still be taken back. */
export async function releaseLeftAnswer(learner: string, outbox: Pick<Outbox, 'add'>): Promise<void> {
  const release = () => releaseHeldAnswer(learner, outbox);
  if (!('locks' in navigator)) return release();
  const name = sittingLock(learner);
  await navigator.locks.request(name, { ifAvailable: true }, async lock => lock && release());
}
