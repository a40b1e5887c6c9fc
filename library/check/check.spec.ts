import { expect, test } from 'vitest';
import { compileSources } from '../compile/compile.ts';
import { findings, written } from '../format/problems.ts';
import { contentOf, fixture, paths } from '../testing/fixture.ts';
import { checkRepeats, usesOf, withoutRepeats } from './repeats.ts';

const { language, lexicon, book, chapter, chapterIds, edition } = paths;
type Changes = readonly (readonly [from: string, to: string])[];

function problemsOf(files: Parameters<typeof compileSources>[0]): readonly string[] {
  const result = compileSources(files);
  return 'problems' in result ? result.problems.map(written) : [];
}

/** What is wrong, the change that makes it so, and how the problem begins as an editor sees it. */
const broken: readonly (readonly [what: string, file: string, changes: Changes, problem: string])[] = [
  ['an unknown field of the language', language, [['iso', 'code']], "2: 'code' is not a field"],
  [
    'an unknown part of speech',
    lexicon,
    [['noun | bread', 'thing | bread']],
    "7: 'thing' is not a part of speech",
  ],
  ['an unknown role', lexicon, [['tied | it', 'knot | it']], "20: 'knot' is not a role"],
  ['a fragment without gloss', lexicon, [['tied | it', 'tied |']], "20: '-lo' has no gloss"],
  [
    'a verb without infinitive',
    lexicon,
    [['eat | comer | the short one', 'eat']],
    "3: the verb 'com/cóm' has no infinitive",
  ],
  [
    'an entry that is defined otherwise',
    lexicon,
    [['# stems', 'pan | noun | food']],
    "7: 'pan' stands in spanish/lexicon/core.txt:1 with another gloss, 'food': agree on one",
  ],
  [
    'a spelling that needs a tag',
    lexicon,
    [['-e:he | verb', '-e | verb']],
    "17: '-e' is one of 2 entries of one spelling",
  ],
  [
    'entries that mean the same',
    lexicon,
    [['one more', 'he, she, it (now)']],
    "19: '-e:one' means the same as '-e:he'",
  ],
  [
    'a rival without meaning',
    lexicon,
    [['~ vino = wine | It is poured.', '~ vino | It is poured.']],
    '10: a rival has a Spanish word and its meaning',
  ],
  [
    'a rival without a remark',
    lexicon,
    [['~ vino = wine | It is poured.', '~ vino = wine']],
    "10: nothing tells 'vino' from its word: write it in a short sentence after '|'",
  ],
  [
    'two explanations of one entry',
    lexicon,
    [['~ vino = wine | It is poured.', '+ Wine.']],
    "10: '+' stands in spanish/lexicon/core.txt:8 already",
  ],
  [
    'a line that is neither entry nor keyword',
    lexicon,
    [['# stems', 'pan noun bread']],
    "1: 'pan' is not a keyword",
  ],
  ['more about an entry that is not there', lexicon, [['# stems', 'queso']], "1: no file defines 'queso'"],
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
    'a misspelled keyword',
    chapter,
    [['summary', 'sumary']],
    "6: 'sumary' is not a keyword, and a word has no space",
  ],
  [
    'a missing summary',
    chapter,
    [['summary Ana is not hungry.', '# no summary']],
    '3: the sentence has no summary',
  ],
  [
    'a phrase that is not there',
    chapter,
    [['phrase no come', 'phrase no comes']],
    "7: 'no comes' does not stand in the sentence",
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
    '3: the sentence has 5 phrases; 4 are allowed',
  ],
  [
    'a sentence without question',
    chapter,
    [["+ *No come* is 'does not eat'.\n", '']],
    "3: the explanation is missing: write it after '+'",
  ],
  [
    'parts that spell another word',
    chapter,
    [['com-e:he', 'cóm-e:he']],
    "13: the parts spell 'cóme', the text has 'come'",
  ],
  [
    'a part that is not in the lexicon',
    chapter,
    [['com-e:he', 'co-me']],
    "13: the stem 'co' is not in the lexicon: add it",
  ],
  [
    'a part that is not clear',
    lexicon,
    [['pan | noun | bread', 'pan:god | noun | Pan\npan:food | noun | bread']],
    "'pan' may be pan:god or pan:food: write which",
  ],
  [
    'a tag nobody has',
    chapter,
    [['com-e:he', 'com-e:she']],
    "13: no ending is '-e:she': the lexicon has -e:he, -e:one",
  ],
  [
    'four endings',
    chapter,
    [
      ['¿cómelo?', '¿cómelololo?'],
      ['cóm-e:one-lo', 'cóm-e:one-lo-lo-lo'],
    ],
    "20: 'cóm-e:one-lo-lo-lo' has 4 endings; 3 are allowed",
  ],
  [
    'a word too many',
    chapter,
    [['pan, ¿cómelo?', '¿cómelo?']],
    "20: the text has no word left for 'cóm-e:one-lo'",
  ],
  [
    'a word too few',
    chapter,
    [['¿cómelo?', '¿cómelo pan?']],
    '3: words of the text are not taken apart: pan',
  ],
  [
    'a text that cannot be taken apart',
    chapter,
    [['Ana no come!', 'Ana-no come!']],
    "4: there is no space between 'Ana' and 'no'",
  ],
  ['two spaces', chapter, [['Ana no come!', 'Ana  no come!']], '4: the text has two spaces in a row'],
  [
    'a word of which nothing says why',
    lexicon,
    [['+ *Pan* is what bakers make.\n', '']],
    "nothing says why 'pan' is 'bread'",
  ],
  [
    'a word with one wrong option',
    lexicon,
    [['~ vino = wine | It is poured.\n', '']],
    "'pan = bread' has 1 wrong options; 2 are needed",
  ],
  ['a name that is asked', chapter, [['Ana\nno', 'Ana\n+ A name.\nno']], '11: a proper noun is never asked'],
  [
    'one wrong answer',
    chapter,
    [['- I do not eat | That would be *no como*.\n', '']],
    '16: there are 1 wrong answers; 2 to 9 are allowed',
  ],
  [
    'answers that are alike',
    chapter,
    [['- Ana eats |', '- Ana does not eat! |']],
    "17: the answer 'Ana does not eat!' stands twice",
  ],
  [
    'a long answer',
    chapter,
    [['- one eats |', `- ${'x'.repeat(49)} |`]],
    '22: the answer has 49 characters; 48 are allowed',
  ],
  ['a missing explanation', chapter, [['That would be *cómela*.', '']], '23: the explanation is missing'],
  [
    'a long explanation',
    chapter,
    [['That would be *cómela*.', 'x'.repeat(201)]],
    '23: the explanation has 201 characters; 200 are allowed',
  ],
  [
    'a talkative explanation',
    chapter,
    [['That would be *cómela*.', 'No. No! It is *a*.']],
    '23: the explanation has 3 sentences; 2 are allowed',
  ],
  ['an open asterisk', chapter, [['*cómela*.', '*cómela.']], '23: an asterisk is not closed'],
  [
    'a clause without question',
    chapter,
    [
      ['clause = Ana does not eat\n+ *No* stands before the verb.\n', ''],
      ['- Ana eats |', '- Ana |'],
    ],
    "3: the clause 'Ana no come' has no question",
  ],
  [
    'a clause of one word that is asked',
    chapter,
    [['cóm-e', 'clause = bread\ncóm-e']],
    "20: the clause 'pan' is not asked about",
  ],
  ['a clause in the wrong place', chapter, [['Ana\nno', 'Ana\nclause = Ana\nno']], '12: no clause ends here'],
  [
    'a clause without translation',
    chapter,
    [['clause = Ana does not eat', 'clause Ana does not eat']],
    '15: the clause has no translation',
  ],
  [
    'an answer that the gloss contradicts',
    chapter,
    [['com-e:he = she eats', 'com-e:he = she runs']],
    "13: 'she runs' does not follow from the gloss of 'com', 'eat'",
  ],
  [
    'answers with the same remark',
    chapter,
    [
      ['all. | That would be *Ana come*.', 'all. | That would be *Ana come*. *No* denies it.'],
      ['*no come pan*.', '*no come pan*. *No* denies it.'],
    ],
    "10: 'Ana eats, bread and all.' and 'Ana does not eat bread, or does she?' have the same remark",
  ],
  [
    'answers that differ by an article',
    chapter,
    [['- Ana eats |', '- the Ana doesn’t eat |']],
    "17: the answer 'the Ana doesn’t eat' stands twice",
  ],
  [
    'an explanation that speaks of something else',
    chapter,
    [['That would be *no como*.', 'That is wrong.']],
    "18: the explanation of 'I do not eat' has no Spanish form in asterisks",
  ],
  [
    'a unit that is too long',
    chapter,
    [['pan, ¿cómelo?', `pan${' pan'.repeat(40)}, ¿cómelo?`]],
    '3: the unit has 45 words; 40 are allowed: cut it',
  ],
  [
    'a text that is not that of the edition',
    edition,
    [['pan', 'vino']],
    "cuento/01-el-pan.txt:3: paragraph 1 of the edition has '",
  ],
  [
    'an edition that goes on',
    edition,
    [['¿cómelo?', '¿cómelo?\nAna bebe.']],
    "cuento/01-el-pan.txt:3: the edition goes on after this sentence: 'Ana bebe.'",
  ],
  [
    'ids that are not up to date',
    chapterIds,
    [['¿cómelo?', '¿comelo?']],
    "cuento/01-el-pan.txt:3: the ids file does not know this line as it stands: run 'npm run library -- ids'",
  ],
  [
    'a missing id',
    chapterIds,
    [['word daaaa7 eaaaa7 cómelo\n', '']],
    'cuento/01-el-pan.txt:3: the ids file does not know this line',
  ],
  ['a malformed id', chapterIds, [['daaaa6', '6']], "6: '6' is not an id"],
  ['a doubled id', chapterIds, [['daaaa6', 'baaaa4']], 'the id baaaa4 stands in'],
];

test('the fixture itself has no problem', () => {
  expect(problemsOf(fixture())).toEqual([]);
});

test.each(broken)('%s is refused with file, line and reason', (_, file, changes, problem) => {
  const found = problemsOf(fixture({ [file]: changes }));
  const begins = /^\d/.test(problem) ? `${file}:${problem}` : problem;
  expect(found.filter(line => line.includes(begins))).toHaveLength(1);
});

test('all problems are reported, sorted by file and line', () => {
  const found = problemsOf(
    fixture({
      [chapter]: [
        ['That would be *cómela*.', ''],
        ['That would be *no como*.', ''],
      ],
      [book]: [['author Nadie\n', '']],
    }),
  );
  expect(found).toEqual([
    `${chapter}:18: the explanation is missing: write it after '+' or '|'`,
    `${chapter}:23: the explanation is missing: write it after '+' or '|'`,
    `${book}:1: the book has no author`,
  ]);
});

/** A word question whose wrong options are generated, except those of `lines`: written ones, by the line of each. */
function asks(line: number, right: string, wrong: readonly string[], lines: Record<string, number> = {}) {
  return {
    at: { file: chapter, line },
    ruled: new Set(wrong.filter(text => lines[text] === undefined)),
    written: new Map(Object.entries(lines).map(([text, at]) => [text, { file: chapter, line: at }])),
    options: [right, ...wrong].map(text => ({ text, explanation: `${line}` })),
    most: 9,
  };
}

function repeatsIn(asked: Parameters<typeof checkRepeats>[0]): readonly string[] {
  const found = findings();
  checkRepeats(asked, found);
  return found.problems().map(written);
}

test('a content word that is wrong in a fourth question of a chapter is refused; the same question counts once', () => {
  const asked = ['bread', 'cheese', 'milk', 'bread', 'honey'].map((right, index) =>
    asks(index + 1, right, [index === 4 ? 'two wines' : 'wine', 'with it']),
  );
  expect(repeatsIn(asked)).toEqual([
    `${chapter}:5: 'two wines' is a wrong option in 4 questions of this chapter (bread: line 1, cheese: line 2, milk: line 3, honey: line 5); 3 are allowed: change one`,
  ]);
});

test('written options that are wrong too often are refused at their own lines, generated ones before them', () => {
  const four = [10, 20, 30, 40].map(line => asks(line, `${line}`, ['wine', 'oil'], { wine: line + 2 }));
  const places = (asked: Parameters<typeof checkRepeats>[0]) =>
    repeatsIn(asked).map(problem => problem.split(' is a')[0]);
  expect(places(four.slice(0, 3))).toEqual([]);
  expect(places([asks(5, 'bread', ['wines', 'of it']), ...four.slice(0, 3)])).toEqual([
    `${chapter}:5: 'wines'`,
  ]);
  expect(places(four.map(question => ({ ...question, options: question.options.slice(0, 2) })))).toEqual([
    `${chapter}:42: 'wine'`,
  ]);
});

test('generated options that are wrong too often in a chapter are left out, written ones never', () => {
  const asked = [
    asks(1, 'bread', ['wine', 'cheese', 'milk']),
    asks(2, 'honey', ['wine', 'cheese', 'milk']),
    asks(3, 'salt', ['wines', 'oil']),
    asks(4, 'meat', ['wine', 'water'], { wine: 4, water: 4 }),
    asks(5, 'butter', ['wine', 'cheese', 'milk']),
    asks(6, 'bread', ['wine', 'cheese', 'milk']),
  ];
  const kept = (questions: Parameters<typeof withoutRepeats>[0]) =>
    withoutRepeats(questions, 2).map(options => options.slice(1).map(({ text }) => text));
  expect(kept(asked)).toEqual([
    ['cheese', 'milk'],
    ['cheese', 'milk'],
    ['wines', 'oil'],
    ['wine', 'water'],
    ['wine', 'cheese', 'milk'],
    ['cheese', 'milk'],
  ]);
  // What is written in one place is kept in all of the question's places.
  const honey = asks(2, 'honey', ['wine', 'cheese', 'milk'], { wine: 3 });
  expect(kept([...asked.slice(0, 1), honey, ...asked.slice(2, 4), ...asked.slice(1, 2)])).toEqual([
    ['cheese', 'milk'],
    ['wine', 'cheese', 'milk'],
    ['wines', 'oil'],
    ['wine', 'water'],
    ['wine', 'cheese', 'milk'],
  ]);
});

test('where a question has places for one generated option only, the first that is not used too often takes it', () => {
  const three = [1, 2, 3].map(line => asks(line, `${line}`, ['wine', 'oil'], { wine: line, oil: line }));
  const bread = {
    ...asks(4, 'bread', ['cheese', 'milk', 'wine', 'honey', 'salt'], { cheese: 4, milk: 4 }),
    most: 3,
  };
  expect(withoutRepeats([...three, bread], 2)[3]?.map(({ text }) => text)).toEqual([
    'bread',
    'cheese',
    'milk',
    'honey',
  ]);
});

test('a missing and an unexpected file are named', () => {
  const files = fixture().filter(({ path }) => path !== book);
  expect(problemsOf(files)).toContain(`${book}:1: the file is missing`);
  expect(problemsOf([...fixture(), { path: 'spanish/notes.txt', text: '' }])).toEqual([
    'spanish/notes.txt:1: the file belongs to no book: see docs/authoring.md for the names of files',
  ]);
});

/** The warnings without those on the words of the fixture, which have two wrong options each. */
function ownWarnings({ warnings }: ReturnType<typeof compileSources>): readonly string[] {
  return warnings.map(written).filter(warning => !/has 2 wrong options, as others/.test(warning));
}

test('a right answer that is much longer than the others is a warning', () => {
  const result = compileSources(
    fixture({ [chapter]: [['clause = Ana does not eat', 'clause = Ana does not eat anything at all here']] }),
  );
  expect('content' in result).toBe(true);
  expect(ownWarnings(result)).toEqual([
    `${chapter}:16: the right answer is by far the longest: a learner sees it without reading`,
  ]);
});

test("an unneeded line 'without' is a warning", () => {
  const result = compileSources(fixture({ [chapter]: [['pan\ncóm', 'pan\nwithout cheese\ncóm']] }));
  expect('content' in result).toBe(true);
  expect(ownWarnings(result)).toEqual([
    `${chapter}:20: no option made by rule is 'cheese', so the line can go: there are cloth, wine`,
  ]);
  const own = [
    '+ *Pan* is what bakers make.',
    '- cheese | That would be *queso*. It is made of milk.',
    '- wine | That would be *vino*. It is poured.',
    '- cloth | That would be *paño*. One letter away.',
  ];
  const written = compileSources(
    fixture({ [chapter]: [['pan\ncóm', ['pan', ...own, 'without salt', 'cóm'].join('\n')]] }),
  );
  expect(ownWarnings(written)).toEqual([
    `${chapter}:24: no option made by rule is 'salt', so the line can go: there are none`,
  ]);
});

test('a sense or a whole question of the lexicon that no word uses is a warning', () => {
  const unused = [
    'sense loaf = loaf',
    '+ *Pan* is a loaf, too.',
    'word com-o:I = I eat',
    '+ *Como* is I eat.',
  ].join('\n');
  const result = compileSources(
    fixture({ [lexicon]: [['~ vino = wine | It is poured.', `~ vino = wine | It is poured.\n${unused}`]] }),
  );
  expect('content' in result).toBe(true);
  expect(ownWarnings(result)).toEqual([
    `${lexicon}:11: no word uses the sense 'loaf' of 'pan': drop it`,
    `${lexicon}:13: no word is 'com-o:I' with the answer 'I eat': drop the question`,
  ]);
});

test('the word questions with a word as a wrong option are found by any of its forms', () => {
  const [only] = contentOf().chapters;
  if (!only) throw new Error('the fixture has one chapter');
  expect(usesOf('wines', only)).toEqual([{ place: '1.4', right: 'bread', option: 'wine' }]);
  // A function word, and a word that is only right, are no such options.
  expect(usesOf('not', only)).toEqual([]);
  expect(usesOf('bread', only)).toEqual([]);
});
