import { expect, test } from 'vitest';
import { contentOf, fixture, paths } from '../testing/fixture.ts';
import { differences } from './differences.ts';

test('equal editions have no differences', () => {
  expect(differences(contentOf(), contentOf())).toEqual([]);
});

test('differences are named: glosses, words, questions before and after', () => {
  const after = contentOf(
    fixture({
      [paths.lexicon]: [
        ['noun | bread', 'noun | bread, loaf'],
        ['~ vino = wine', '~ queso = cheese'],
      ],
      [paths.chapter]: [["english 'Ana does not eat!'", "english 'Ana eats not!'"]],
    }),
  );
  expect(differences(contentOf(), after)).toEqual([
    "fragment pan 'bread' (baaaa4) is now pan 'bread, loaf' (baaaa4)",
    'Cuento 1:',
    "  1. english: 'Ana does not eat!', bread, does one eat it? → 'Ana eats not!', bread, does one eat it?",
    '  1. word pan (eaaaa6):',
    '    was bread | *Pan* is what bakers make.',
    '    was cloth | That would be *paño*. One letter away.',
    '    was wine | That would be *vino*. It is poured.',
    '    now bread | *Pan* is what bakers make.',
    '    now cloth | That would be *paño*. One letter away.',
    '    now cheese | That would be *queso*. It is poured.',
    '  1. sentence (eaaaa2):',
    "    was 'Ana does not eat!', bread, does one eat it? | *No come* is 'does not eat'.",
    '    was Ana eats, bread and all. | That would be *Ana come*.',
    '    was Ana does not eat bread, or does she? | That would be *no come pan*.',
    "    now 'Ana eats not!', bread, does one eat it? | *No come* is 'does not eat'.",
    '    now Ana eats, bread and all. | That would be *Ana come*.',
    '    now Ana does not eat bread, or does she? | That would be *no come pan*.',
    '  4 of 6 questions are as they were',
  ]);
});

test('a merged fragment names its survivor', () => {
  const before = contentOf();
  const [ana, com] = before.fragments;
  if (!ana || !com) throw new Error('the fixture has no fragments');
  const after = {
    ...before,
    fragments: before.fragments.filter(fragment => fragment !== com),
    merges: [{ fragment: com.id, survivor: ana.id }],
  };
  expect(differences(before, after)).toEqual(["com 'eat' (baaaa3) is merged into Ana 'Ana' (baaaa2)"]);
  expect(differences(before, { ...after, merges: [] })).toEqual(["in no book any more: com 'eat' (baaaa3)"]);
});
