import { del, get, set, update } from 'idb-keyval';
import type { Message, Outbox } from './outbox.ts';

/** The last answer of a review: held back so that it can be taken back, and kept here so that it is not lost with its page. */

/** device/keys.ts knows it too. */
const keyOf = (learner: string) => `review answer ${learner}`;

export function holdAnswer(learner: string, answer: Message): Promise<void> {
  return set(keyOf(learner), answer);
}

export function heldAnswer(learner: string): Promise<Message | undefined> {
  return get<Message>(keyOf(learner));
}

/** @param id only if it is this one: another may have been held since */
export function forgetHeldAnswer(learner: string, id?: string): Promise<void> {
  if (id === undefined) return del(keyOf(learner));
  return update<Message>(keyOf(learner), held => (held?.id === id ? undefined : held) as Message);
}

/** Puts one whose page was closed into the outbox: nobody can take it back any more. */
export async function releaseHeldAnswer(learner: string, { add }: Pick<Outbox, 'add'>): Promise<void> {
  const answer = await heldAnswer(learner);
  if (!answer) return;
  await add([answer]);
  await forgetHeldAnswer(learner, answer.id);
}
