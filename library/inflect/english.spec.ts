import { expect, test } from 'vitest';
import { isStative, plainest, plural, verb } from './english.ts';

test('verbs double stressed final consonants and have irregular forms', () => {
  const past = (words: string) =>
    words
      .split(' ')
      .map(word => verb(word, 'ed'))
      .join(' ');
  expect(past('extol wrap order offer visit stop open begin limit tie try play')).toBe(
    'extolled wrapped ordered offered visited stopped opened began limited tied tried played',
  );
  expect(verb('forbid', 'en')).toBe('forbidden');
  expect(verb('lie down', 'ing')).toBe('lying down');
});

test("'be' agrees with its subject", () => {
  expect((['I', 'he', 'they'] as const).map(who => verb('be ashamed', 's', who))).toEqual([
    'am ashamed',
    'is ashamed',
    'are ashamed',
  ]);
  expect((['I', 'he', 'they'] as const).map(who => verb('be', 'ed', who))).toEqual(['was', 'was', 'were']);
  expect([verb('be', 'base', 'they'), verb('be', 'en', 'they')]).toEqual(['be', 'been']);
});

test('stative verbs are distinguished from others', () => {
  expect(['seem', 'belong to', 'need', 'call', 'seek', 'be'].filter(isStative)).toEqual([
    'seem',
    'belong to',
    'need',
  ]);
});

test('nouns get a plural, and plural nouns keep theirs', () => {
  expect(
    ['midwife', 'fields', 'breeches', 'bus', 'princess', 'drop of honey', 'brother-in-law', 'key'].map(
      plural,
    ),
  ).toEqual([
    'midwives',
    'fields',
    'breeches',
    'buses',
    'princesses',
    'drops of honey',
    'brothers-in-law',
    'keys',
  ]);
});

test('all forms of a word have one base form, and different words different ones', () => {
  for (const forms of [
    'make making made makes',
    'tie tied tying ties',
    'need needed needing',
    'call called',
    'go goes',
    'evening evenings',
    'wedding weddings',
    'son-in-law sons-in-law',
  ])
    expect(new Set(forms.split(' ').map(plainest)).size, forms).toBe(1);
  for (const words of [
    'early ear',
    'evening even',
    'evenings even',
    'belly bell',
    'string str',
    'reply rep',
    'king k',
  ])
    expect(new Set(words.split(' ').map(plainest)).size, words).toBe(2);
});
