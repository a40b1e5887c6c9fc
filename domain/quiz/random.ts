/** A seeded source of numbers in [0, 1): the same seed asks the same questions the same way after a reload. */
export type Random = () => number;

/** Mulberry32 over an FNV-1a hash of the seed: good enough for shuffling, not for secrets. */
export function seeded(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher-Yates on a copy. */
export function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1));
    const [a, b] = [order[last] as T, order[pick] as T];
    order[last] = b;
    order[pick] = a;
  }
  return order;
}
