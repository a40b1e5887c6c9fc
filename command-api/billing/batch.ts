import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds in which updates of one subscription are collected (spec 9). */
export const BATCH_WINDOW = 500;

/**
 * Collects calls with the same key and works once for all of them, `BATCH_WINDOW` after the first. Each caller waits for
 * that work and gets its result or its error, so what is confirmed to a caller is done. A call that comes while a batch
 * is at work belongs to the next one.
 */
export function batched<Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<Result>,
): (key: string, item: Item) => Promise<Result> {
  const open = new Map<string, { readonly items: Item[]; readonly result: Promise<Result> }>();
  return (key, item) => {
    const joined = open.get(key);
    if (joined) {
      joined.items.push(item);
      return joined.result;
    }
    const items = [item];
    const result = pause(BATCH_WINDOW).then(() => {
      open.delete(key);
      return work(key, items);
    });
    open.set(key, { items, result });
    return result;
  };
}
