import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changing, fragmentLevels, levelIn, levelsFrom, noLevels } from './fragment-levels.ts';
import { levels } from './levels.ts';

const changes = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.constantFrom(...levels)), {
  maxLength: 400,
});

test('each fragment has the level set last, and the original never changes', () => {
  fc.assert(
    fc.property(changes, changes, (before, after) => {
      const original = levelsFrom(before);
      const copy = structuredClone(original);
      const draft = changing(original);
      for (const [fragment, level] of after) draft.change(fragment, level);
      const last = new Map([...before, ...after]);
      const changed = draft.changed();
      expect(new Map(fragmentLevels(changed))).toEqual(last);
      for (const [fragment, level] of last) {
        expect(levelIn(changed, fragment)).toBe(level);
        expect(draft.level(fragment)).toBe(level);
      }
      expect(original).toEqual(copy);
      expect(changed).toEqual(levelsFrom([...last].reverse()));
      expect(JSON.parse(JSON.stringify(changed))).toEqual(changed);
    }),
  );
});

test('a fragment never met is new', () => {
  expect(levelIn(noLevels, 'gat')).toBe('new');
  expect(levelIn(levelsFrom([['gat', 'II']]), '-o')).toBe('new');
});
