import { expect, test } from 'vitest';
import type { SourceFile } from '../format/lines.ts';
import { findings, written } from '../format/problems.ts';
import { readSources } from '../library.ts';
import { contentOf, fixture, paths } from '../testing/fixture.ts';
import { loadDictionaries } from './dictionaries.ts';
import { checkSpelling } from './spelling.ts';

const dictionaries = await loadDictionaries();

function misspelled(files: readonly SourceFile[]): readonly string[] {
  const found = findings();
  checkSpelling(files, contentOf(files), dictionaries, found);
  return found.problems().map(written);
}

/** Looks up every word of every chapter: seconds, more on a busy machine, and more with each chapter. */
const wholeLibrary = { timeout: 120_000 };

test(
  'the library is spelled as the dictionaries of American English and Spanish have it',
  wholeLibrary,
  () => {
    expect(misspelled(readSources())).toEqual([]);
  },
);

test('British spelling and misspelled Spanish are named with file and line', () => {
  expect(misspelled(fixture())).toEqual([]);
  const { lexicon, chapter } = paths;
  expect(
    misspelled(
      fixture({
        [lexicon]: [['Pan* is what bakers make.', 'Pan* has the colour of *trigho*.']],
        [chapter]: [['summary Ana is not hungry.', 'summary Ana is not hungrry.']],
      }),
    ),
  ).toEqual([
    `${chapter}:6: 'hungrry' is not in the dictionary of American English: correct it, or write 'known hungrry' in the lexicon`,
    `${lexicon}:8: 'colour' is not in the dictionary of American English: correct it, or write 'known colour' in the lexicon`,
    `${lexicon}:8: 'trigho' is not in the Spanish dictionary: correct it, or write 'known trigho' in the lexicon`,
  ]);
});

test('a generated Spanish form must exist', () => {
  const pensar = fixture({ [paths.lexicon]: [['~ mirar = look', '~ pensar = think']] });
  expect(misspelled(pensar)).toEqual([
    "spanish/cuento/01-el-pan.txt:13: the rule makes 'pensa' for 'she eats', and 'pensa' is no Spanish word: give its verb the form ('verb pensar | he now = piensa'), or write the option out",
  ]);
  const given = fixture({
    [paths.lexicon]: [
      ['~ mirar = look', '~ pensar = think'],
      ['~ beber =', 'verb pensar | he now = piensa\n~ beber ='],
    ],
  });
  expect(misspelled(given)).toEqual([]);
});

test("a line 'known' accepts a word", () => {
  const known = fixture({
    [paths.lexicon]: [
      ['Pan* is what bakers make.', 'Pan* is Latin *panis*, of the colour of grain.'],
      ['# stems', 'known colour panis'],
    ],
  });
  expect(misspelled(known)).toEqual([]);
});

test('a verb with attached pronouns needs the right accent', () => {
  const why = (form: string) =>
    fixture({ [paths.lexicon]: [['Pan* is what bakers make.', `Pan* is bread: *${form}*.`]] });
  for (const form of ['díjole', 'prestársele', 'preguntáronle', 'llamábase', 'perdiéndole', 'ruégote'])
    expect(misspelled(why(form))).toEqual([]);
  for (const form of ['dijóle', 'preguntaronle', 'perdiendole', 'trighole'])
    expect(misspelled(why(form))).toEqual([
      `${paths.lexicon}:8: '${form}' is not in the Spanish dictionary: correct it, or write 'known ${form}' in the lexicon`,
    ]);
});
