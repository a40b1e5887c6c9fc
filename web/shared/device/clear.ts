import { delMany, get, keys } from 'idb-keyval';
import { heldAnswer } from '../outbox/held-answer.ts';
import type { Message } from '../outbox/outbox.ts';
import { unsentText } from '../outbox/unsent-text.ts';
import { isUnsent, learnerOf } from './keys.ts';
import { forgetPerson, personOnDevice } from './person.ts';
import { storeUnsent } from './unsent.ts';

/** Clears the data of a learner on this device, except unsent commands. */
export async function clearLearner(learner: string): Promise<void> {
  if (personOnDevice()?.learner === learner) forgetPerson();
  await clear(one => one === learner);
}

/** Clears all data of a deleted learner, including unsent commands, which can never be sent. */
export async function clearDeleted(learner: string): Promise<void> {
  await clearLearner(learner);
  await delMany((await keys()).filter(key => learnerOf(key) === learner));
  storeUnsent(learner, undefined);
}

/** Clears the data of all other learners, except unsent commands: their sessions may have ended without a logout. */
export async function clearOthers(learner: string): Promise<void> {
  await clear(one => one !== learner);
}

async function clear(isTheirs: (learner: string) => boolean): Promise<void> {
  const found = await keys();
  const theirs = found.filter(key => {
    const learner = learnerOf(key);
    return learner !== undefined && isTheirs(learner) && !isUnsent(key);
  });
  await delMany(theirs);
  for (const key of Object.keys(localStorage)) {
    const [, learner] = /^placement (\S+)$/.exec(key) ?? [];
    if (learner !== undefined && isTheirs(learner)) localStorage.removeItem(key);
  }
}

/** What the learner did and is unsent, as text; undefined if there is nothing. */
export async function unsentOf(learner: string): Promise<string | undefined> {
  const queue = (await get<readonly Message[]>(`outbox ${learner}`)) ?? [];
  const held = await heldAnswer(learner);
  const all = held && !queue.some(({ id }) => id === held.id) ? [...queue, held] : queue;
  const waiting = all.filter(({ refused }) => refused === undefined);
  return unsentText(waiting) || undefined;
}
