import { delMany, get, keys } from 'idb-keyval';
import { heldAnswer } from '../outbox/held-answer.ts';
import { inWords } from '../outbox/in-words.ts';
import type { Message } from '../outbox/outbox.ts';
import { isWaiting, learnerOf } from './keys.ts';
import { tellLeft } from './left.ts';
import { forgetPerson, personOnDevice } from './person.ts';

/** Everything of a learner goes from this device but what was not sent yet. */
export async function clearLearner(learner: string): Promise<void> {
  if (personOnDevice()?.learner === learner) forgetPerson();
  await clear(one => one === learner);
}

/** Everything of a learner goes from this device, what was not sent yet too: nobody can ever send it. */
export async function clearDeleted(learner: string): Promise<void> {
  await clearLearner(learner);
  await delMany((await keys()).filter(key => learnerOf(key) === learner));
  tellLeft(learner, undefined);
}

/** Everything of other learners goes from this device but what was not sent yet: they did not log out. */
export async function clearOthers(learner: string): Promise<void> {
  await clear(one => one !== learner);
}

async function clear(isTheirs: (learner: string) => boolean): Promise<void> {
  const found = await keys();
  const theirs = found.filter(key => {
    const learner = learnerOf(key);
    return learner !== undefined && isTheirs(learner) && !isWaiting(key);
  });
  await delMany(theirs);
  for (const key of Object.keys(localStorage)) {
    const [, learner] = /^placement (\S+)$/.exec(key) ?? [];
    if (learner !== undefined && isTheirs(learner)) localStorage.removeItem(key);
  }
}

/** What waits of a learner, in words; undefined when nothing does. */
export async function waitingOf(learner: string): Promise<string | undefined> {
  const queue = (await get<readonly Message[]>(`outbox ${learner}`)) ?? [];
  const held = await heldAnswer(learner);
  const all = held && !queue.some(({ id }) => id === held.id) ? [...queue, held] : queue;
  const waiting = all.filter(({ refused }) => refused === undefined);
  return waiting.length > 0 ? inWords(waiting) : undefined;
}
