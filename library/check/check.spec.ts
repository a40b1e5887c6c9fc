import { expect, test } from 'vitest';
import { compileSources } from '../compile/compile.ts';
import { fixture, paths } from '../testing/fixture.ts';
import { written } from './problems.ts';

const { language, fragments, book, chapter } = paths;
type Changes = readonly (readonly [from: string, to: string])[];

function problemsOf(files: Parameters<typeof compileSources>[0]): readonly string[] {
  const result = compileSources(files);
  return 'problems' in result ? result.problems.map(written) : [];
}

/** What is wrong, the change that makes it so, and the problem as an editor sees it. */
const broken: readonly (readonly [what: string, file: string, changes: Changes, problem: string])[] = [
  ['an unknown field of the language', language, [['iso', 'code']], "2: 'code' is not a field"],
  [
    'an unknown part of speech',
    fragments,
    [['noun | bread', 'thing | bread']],
    "4: 'thing' is not a part of speech",
  ],
  [
    'a fragment without gloss',
    fragments,
    [
      ['| it [', '| ['],
      ['-lo |', '-lo'],
    ],
    "8: '-lo' has no gloss",
  ],
  [
    'a fragment nobody uses',
    fragments,
    [['# stems', 'sol | noun | sun [baaaa9]']],
    "1: no word uses the fragment 'sol'",
  ],
  [
    'a doubled fragment',
    fragments,
    [['# stems', 'pan | noun | food [baaaa9]']],
    "4: 'pan' stands in line 1 already",
  ],
  [
    'entries that mean the same',
    fragments,
    [['one more', 'he, she, it (now)']],
    "7: '-e:one' means the same as '-e:he' in line 6",
  ],
  ['a spelling that needs a tag', fragments, [['-e:he', '-e']], "6: '-e' is one of 2 entries: give it a tag"],
  ['a missing author', book, [['author Nadie\n', '']], '1: the book has no author'],
  ['missing chapter titles', book, [['chapters 2', 'chapters 3']], '5: the book has 2 chapter titles, not 3'],
  [
    'an introduction to no chapter',
    book,
    [['introduction 1', 'introduction 3']],
    '10: the book has no chapter 3 to introduce',
  ],
  [
    'a chapter under a wrong number',
    chapter,
    [['chapter 1', 'chapter 2']],
    '1: chapter 2 must stand in a file named 02-….txt',
  ],
  [
    'a chapter the book does not have',
    chapter,
    [['chapter 1', 'chapter 9']],
    '1: the book has 2 chapters, and no chapter 9',
  ],
  [
    'a wrong count of sentences',
    chapter,
    [['sentences 1', 'sentences 2']],
    '4: the chapter has 1 sentences, not 2',
  ],
  ['a word nobody knows here', chapter, [['summary', 'sumary']], "8: 'sumary' is not known here"],
  [
    'a missing summary',
    chapter,
    [['summary Ana is not hungry.', '# no summary']],
    '5: the sentence has no summary',
  ],
  [
    'a phrase that is not there',
    chapter,
    [['phrase no come', 'phrase no comes']],
    "9: 'no comes' does not stand in the sentence",
  ],
  [
    'five phrases',
    chapter,
    [
      [
        'phrase no come |',
        'phrase Ana | A.\nphrase Ana no | A.\nphrase no | A.\nphrase pan | A.\nphrase no come |',
      ],
    ],
    '5: the sentence has 5 phrases; 4 are allowed',
  ],
  [
    'a sentence without question',
    chapter,
    [
      ["+ *No come* is 'does not eat'. [eaaaa2]\n", ''],
      ['- Ana eats, bread and all. | That would be *Ana come*.\n', ''],
      ['- Ana does not eat bread, or does she? | That would be *no come pan*.\n', ''],
    ],
    '5: the sentence has no question',
  ],
  [
    'parts that spell another word',
    chapter,
    [['word com-e:he', 'word cóm-e:he']],
    "18: the parts spell 'cóme', the text has 'come'",
  ],
  [
    'a part that is not in the dictionary',
    chapter,
    [['word com-e:he', 'word co-me']],
    "18: the stem 'co' is not in fragments.txt",
  ],
  [
    'a part that is not clear',
    chapter,
    [['word com-e:he', 'word com-e']],
    "18: '-e' may be -e:he or -e:one: write which",
  ],
  [
    'a tag nobody has',
    chapter,
    [['word com-e:he', 'word com-e:she']],
    "18: no ending is '-e:she'; fragments.txt has -e:he, -e:one",
  ],
  [
    'four endings',
    chapter,
    [
      ['¿cómelo?', '¿cómelolo?'],
      ['cóm-e:one-lo', 'cóm-e:one-lo-lo-lo'],
    ],
    "31: 'cóm-e:one-lo-lo-lo' has 4 endings; 3 are allowed",
  ],
  [
    'a word too many',
    chapter,
    [['pan, ¿cómelo?', '¿cómelo?']],
    "31: the text has no word left for 'cóm-e:one-lo'",
  ],
  [
    'a word too few',
    chapter,
    [['¿cómelo?', '¿cómelo pan?']],
    '5: words of the text are not taken apart: pan',
  ],
  [
    'a text that cannot be taken apart',
    chapter,
    [['Ana no come!', 'Ana-no come!']],
    "6: there is no space between 'Ana' and 'no'",
  ],
  ['two spaces', chapter, [['Ana no come!', 'Ana  no come!']], '6: the text has two spaces in a row'],
  ['a word without translation', chapter, [['word no = not', 'word no']], "14: 'no' has no translation"],
  [
    'a word without question',
    chapter,
    [
      ['+ *Pan* is bread. [eaaaa6]\n', ''],
      ['- pan | That would be *sartén*.\n', ''],
      ['- cloth | That would be *paño*.\n', ''],
    ],
    "27: 'pan' has no question",
  ],
  [
    'a name that is asked',
    chapter,
    [['word Ana [daaaa3]', 'word Ana [daaaa3]\n+ A name. [eaaaa9]']],
    '14: a proper noun is never asked',
  ],
  [
    "'same' without an earlier word",
    chapter,
    [
      ['+ *Pan* is bread. [eaaaa6]\n', 'same [eaaaa6]\n'],
      ['- pan | That would be *sartén*.\n', ''],
      ['- cloth | That would be *paño*.\n', ''],
    ],
    "28: no earlier word of this chapter is 'pan = bread' with a question",
  ],
  [
    'one wrong answer',
    chapter,
    [['- cloth | That would be *paño*.\n', '']],
    '28: there are 1 wrong answers; 2 to 9 are allowed',
  ],
  ['answers that are alike', chapter, [['- cloth |', '- Bread! |']], "30: the answer 'Bread!' stands twice"],
  [
    'a long answer',
    chapter,
    [['- cloth |', `- ${'x'.repeat(49)} |`]],
    '30: the answer has 49 characters; 48 are allowed',
  ],
  [
    'a missing explanation',
    chapter,
    [['- cloth | That would be *paño*.', '- cloth']],
    '30: the explanation is missing',
  ],
  ['a missing right explanation', chapter, [['+ *Pan* is bread.', '+']], '28: the explanation is missing'],
  [
    'a long explanation',
    chapter,
    [['That would be *paño*.', 'x'.repeat(201)]],
    '30: the explanation has 201 characters; 200 are allowed',
  ],
  [
    'a talkative explanation',
    chapter,
    [['That would be *paño*.', 'No. No! It is *paño*.']],
    '30: the explanation has 3 sentences; 2 are allowed',
  ],
  ['an open asterisk', chapter, [['*paño*.', '*paño.']], '30: an asterisk is not closed'],
  [
    'a clause without question',
    chapter,
    [
      ['clause Ana no come = Ana does not eat\n', ''],
      ['+ *No* stands before the verb. [eaaaa5]\n', ''],
      ['- Ana eats | That would be *Ana come*.\n', ''],
      ['- I do not eat | That would be *no como*.\n', ''],
    ],
    "5: the clause 'Ana no come' has no question",
  ],
  [
    'a clause of one word that is asked',
    chapter,
    [['word cóm-e', 'clause pan = bread\nword cóm-e']],
    "31: the clause 'pan' is not asked about",
  ],
  [
    'a clause in the wrong place',
    chapter,
    [['word no = not', 'clause Ana = Ana\nword no = not']],
    '14: no clause ends here',
  ],
  [
    'a clause quoted wrongly',
    chapter,
    [['clause Ana no come', 'clause Ana come']],
    "23: the clause that ends here is 'Ana no come', not 'Ana come'",
  ],
  ['a missing id', chapter, [[' [daaaa6]', '']], '27: there is no id yet'],
  ['a malformed id', chapter, [['[daaaa6]', '[6]']], '27: [6] is not an id'],
  ['a doubled id', chapter, [['[daaaa6]', '[baaaa4]']], `27: the id baaaa4 stands in ${fragments}:4 already`],
];

test('the fixture itself has no problem', () => {
  expect(problemsOf(fixture())).toEqual([]);
});

test.each(broken)('%s is refused with file, line and reason', (_, file, changes, problem) => {
  const found = problemsOf(fixture({ [file]: changes }));
  expect(found.filter(line => line.startsWith(`${file}:${problem}`))).toHaveLength(1);
});

test('all problems come at once, sorted by file and line', () => {
  const found = problemsOf(
    fixture({
      [chapter]: [
        ['- cloth | That would be *paño*.', '- cloth'],
        ['- never | That would be *nunca*.', '- never'],
      ],
      [fragments]: [['| bread', '|']],
    }),
  );
  expect(found).toEqual([
    `${chapter}:17: the explanation is missing`,
    `${chapter}:30: the explanation is missing`,
    `${fragments}:4: 'pan' has no gloss`,
  ]);
});

test('a missing file and a stray one are named', () => {
  const files = fixture().filter(({ path }) => path !== book);
  expect(problemsOf(files)).toContain(`${book}:1: the file is missing`);
  expect(problemsOf([...fixture(), { path: 'spanish/notes.txt', text: '' }])).toEqual([
    'spanish/notes.txt:1: the file belongs to no book',
  ]);
});

test('a right answer that is by far the longest is only a warning', () => {
  const result = compileSources(
    fixture({ [chapter]: [['word pan = bread', 'word pan = bread, the food that is baked']] }),
  );
  expect('content' in result).toBe(true);
  expect(result.warnings.map(written)).toEqual([
    `${chapter}:28: the right answer is by far the longest: a learner sees it without reading`,
  ]);
});
