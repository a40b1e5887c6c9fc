import type { Level } from './levels.ts';

/**
 * The level of each fragment, in hash buckets, so that a change copies one bucket and not all levels. Plain JSON; the value
 * does not depend on the order of changes.
 */
export type FragmentLevels = Readonly<Record<number, Readonly<Record<string, Level>>>>;

export const noLevels: FragmentLevels = {};

/** At 16,000 fragments (C2) a bucket holds about a hundred. */
const BUCKETS = 128;

export function levelIn(levels: FragmentLevels, fragment: string): Level {
  return levels[bucketOf(fragment)]?.[fragment] ?? 'new';
}

/** A mutable copy: a bucket is copied at its first change; the original is not modified. */
export function changing(levels: FragmentLevels) {
  const changed: Record<number, Record<string, Level>> = {};
  return {
    level: (fragment: string): Level =>
      (changed[bucketOf(fragment)] ?? levels[bucketOf(fragment)])?.[fragment] ?? 'new',
    change(fragment: string, level: Level): void {
      const bucket = bucketOf(fragment);
      const own = changed[bucket] ?? { ...levels[bucket] };
      own[fragment] = level;
      changed[bucket] = own;
    },
    changed: (): FragmentLevels => ({ ...levels, ...changed }),
  };
}

export function levelsFrom(entries: Iterable<readonly [fragment: string, level: Level]>): FragmentLevels {
  const levels = changing(noLevels);
  for (const [fragment, level] of entries) levels.change(fragment, level);
  return levels.changed();
}

/** Every fragment with its level, in no particular order. */
export function fragmentLevels(
  levels: FragmentLevels,
): readonly (readonly [fragment: string, level: Level])[] {
  return Object.values(levels).flatMap(bucket => Object.entries(bucket));
}

/** The fragments whose level differs, with the new level. Shared buckets are skipped. */
export function changedLevels(before: FragmentLevels, after: FragmentLevels): ReadonlyMap<string, Level> {
  const changed = new Map<string, Level>();
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const [old, now] = [before[bucket], after[bucket]];
    if (old === now) continue;
    for (const fragment of Object.keys({ ...old, ...now })) {
      const level = now?.[fragment] ?? 'new';
      if ((old?.[fragment] ?? 'new') !== level) changed.set(fragment, level);
    }
  }
  return changed;
}

function bucketOf(fragment: string): number {
  let hash = 0;
  for (let index = 0; index < fragment.length; index++)
    hash = (Math.imul(hash, 31) + fragment.charCodeAt(index)) | 0;
  return (hash >>> 0) % BUCKETS;
}
