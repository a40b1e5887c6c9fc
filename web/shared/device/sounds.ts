import { delMany, get, getMany, keys, set } from 'idb-keyval';
import { mayKeepFor } from '../session/remembered.ts';
import { soundKey } from './keys.ts';

interface KeptSound {
  readonly bytes: ArrayBuffer;
  readonly type: string;
  /** When it was last fetched, in milliseconds since 1970. */
  readonly at: number;
}

/** Limit of stored sounds per learner; beyond it the oldest tenth is deleted. A word has about 40 kB. */
const LIMIT = 500;

/** Stores a sound for use without a connection. */
export async function keepSound(learner: string, address: string, sound: Blob): Promise<void> {
  if (!mayKeepFor(learner)) return;
  const kept: KeptSound = { bytes: await sound.arrayBuffer(), type: sound.type, at: Date.now() };
  await set(soundKey(learner, address), kept);
  const all = (await keys()).filter(key => String(key).startsWith(soundKey(learner, '')));
  if (all.length <= LIMIT) return;
  const sounds = await getMany<KeptSound>(all);
  const byAge = all.map((key, index) => ({ key, at: sounds[index]?.at ?? 0 })).sort((a, b) => a.at - b.at);
  await delMany(byAge.slice(0, LIMIT / 10).map(({ key }) => key));
}

export async function soundOnDevice(learner: string, address: string): Promise<Blob | undefined> {
  const kept = await get<KeptSound>(soundKey(learner, address));
  return kept && new Blob([kept.bytes], { type: kept.type });
}
