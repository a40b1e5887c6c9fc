import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted, spelled, type Token, tokenize } from './tokenize.ts';

function tokensOf(text: string): readonly Token[] {
  const taken = tokenize(text);
  if ('reason' in taken) throw new Error(taken.reason);
  return taken.tokens;
}

test('punctuation belongs to its word', () => {
  const tokens = tokensOf("Lo llamo: «¿Platero?», y… —Tien' asero…; fin.");
  expect(tokens.map(t => [t.leadingPunctuation, t.text, t.trailingPunctuation])).toEqual([
    ['', 'Lo', ''],
    ['', 'llamo', ':'],
    ['«¿', 'Platero', '?»,'],
    ['', 'y', '…'],
    ['—', "Tien'", ''],
    ['', 'asero', '…;'],
    ['', 'fin', '.'],
  ]);
});

test('a dash between spaces belongs to the word before it', () => {
  expect(tokensOf('pan — vino').map(t => t.trailingPunctuation)).toEqual([' —', '']);
});

test('a clause is quoted without the punctuation around it', () => {
  expect(quoted(tokensOf('«¡Ana, no come!»,'))).toBe('Ana, no come');
});

test('the tokens give any text again exactly', () => {
  const word = fc.stringMatching(/^[a-záéíóúüñA-ZÁÑ]{1,6}$/);
  const token = fc.tuple(
    fc.constantFrom('', '«', '¿', '—', '(¡', '“'),
    word,
    fc.constantFrom('', ',', '…;', '?»,', '.', '!)', ' —'),
  );
  fc.assert(
    fc.property(fc.array(token, { minLength: 1, maxLength: 12 }), tokens => {
      const text = tokens.map(([before, middle, after]) => before + middle + after).join(' ');
      expect(spelled(tokensOf(text))).toBe(text);
      expect(tokensOf(text).map(t => t.text)).toEqual(tokens.map(([, middle]) => middle));
    }),
  );
});
