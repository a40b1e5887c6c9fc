import { expect, test } from 'vitest';
import { nameOf } from '../format/entry.ts';
import { readLexicon } from '../format/lexicon.ts';
import { lexiconLookup } from '../format/lookup.ts';
import { findings } from '../format/problems.ts';
import { contentOf, fixture, paths } from '../testing/fixture.ts';
import { compileSources } from './compile.ts';

test('a book compiles to language, book, fragments and chapter', () => {
  const { languages, books, fragments, chapters } = contentOf();
  expect(languages).toEqual([{ id: 'aaaaa2', name: 'Spanish', isoCode: 'es' }]);
  expect(books).toEqual([
    {
      id: 'caaaa2',
      title: 'Cuento',
      author: 'Nadie',
      published: '1900',
      languageId: 'aaaaa2',
      readingLevel: '1st Grade',
      chapterCount: 2,
      chapterTitles: ['El pan', 'El fin'],
      introductions: { 1: 'Ana is hungry.' },
    },
  ]);
  expect(fragments[1]).toEqual({
    id: 'baaaa3',
    languageId: 'aaaaa2',
    kind: 'stem',
    text: 'com',
    pos: 'verb',
    gloss: 'eat',
    lemma: 'comer',
    note: 'the short one',
  });
  expect(fragments.find(({ id }) => id === 'baaaa6')).toMatchObject({
    kind: 'ending',
    text: 'e',
    pos: null,
    gloss: 'he, she, it (now)',
  });
  expect(chapters).toHaveLength(1);
  expect(chapters[0]?.chapter).toMatchObject({ bookId: 'caaaa2', number: 1, title: 'El pan' });
  expect(chapters[0]?.sentences).toEqual([
    {
      id: 'daaaa2',
      bookId: 'caaaa2',
      chapterTitle: 'El pan',
      part: 1,
      chapter: 1,
      section: 1,
      position: 1,
      text: '«¡Ana no come!», pan, ¿cómelo?',
      translation: "'Ana does not eat!', bread, does one eat it?",
      newParagraph: true,
    },
  ]);
  expect(chapters[0]?.phrases[0]?.phrases[0]?.phrase).toBe('no come');
  expect(chapters[0]?.summaries).toEqual([{ sentenceId: 'daaaa2', summary: 'Ana is not hungry.' }]);
});

test('words have punctuation, fragments and the reason why they are never asked', () => {
  const words = contentOf().chapters[0]?.wordInstances ?? [];
  expect(words[0]).toEqual({
    id: 'daaaa3',
    sentenceId: 'daaaa2',
    text: 'Ana',
    position: 1,
    leadingPunctuation: '«¡',
    trailingPunctuation: '',
    translation: 'Ana',
    modernEquivalent: null,
    fragments: ['baaaa2'],
    skipped: 'proper noun',
  });
  expect(words[2]).toMatchObject({
    text: 'come',
    trailingPunctuation: '!»,',
    translation: 'she eats',
    modernEquivalent: 'come',
    fragments: ['baaaa3', 'baaaa6'],
    skipped: null,
  });
  // A shifted accent and a tag choose between entries: 'cóm' is com, 'e:one' is not 'e:he'.
  expect(words[4]?.fragments).toEqual(['baaaa3', 'baaaa7', 'baaaa8']);
});

test('questions belong to a word, a clause or the sentence; the translation is the right option', () => {
  const questions = contentOf().chapters[0]?.questions ?? [];
  expect(questions.map(({ id, kind, wordInstanceId, clause }) => [id, kind, wordInstanceId, clause])).toEqual(
    [
      ['eaaaa3', 'word', 'daaaa4', null],
      ['eaaaa4', 'word', 'daaaa5', null],
      ['eaaaa6', 'word', 'daaaa6', null],
      ['eaaaa7', 'word', 'daaaa7', null],
      ['eaaaa5', 'clause', null, 0],
      ['eaaaa2', 'sentence', null, null],
    ],
  );
});

const optionsOf = (word: string, changes: Parameters<typeof fixture>[0] = {}) =>
  contentOf(fixture(changes))
    .chapters[0]?.questions.find(({ wordInstanceId }) => wordInstanceId === word)
    ?.options.map(({ text, explanation }) => `${text} | ${explanation}`);

test('an invariable word has the options of its entry', () => {
  expect(optionsOf('daaaa4')).toEqual([
    'not | *No* stands before the verb.',
    'now | That would be *ahora*.',
    'never | That would be *nunca*.',
  ]);
});

test("a verb's rivals take its tense and person, in both languages; one option changes the person", () => {
  expect(optionsOf('daaaa5')).toEqual([
    'she eats | *Comer* is to eat. The *-e* says that it is he or she, now.',
    'she looks | That would be *mira*. *Mirar* needs no teeth, either.',
    'she drinks | That would be *bebe*. *Beber* needs no teeth.',
    'I eat | That would be *como*.',
  ]);
});

test('lines below a word override its explanation and options, or remove an option', () => {
  const change = (lines: string) => ({ [paths.chapter]: [['pan\ncóm', `pan\n${lines}\ncóm`] as const] });
  const [why, cloth, wine] = optionsOf('daaaa6') ?? [];
  expect([why, cloth, wine]).toEqual([
    'bread | *Pan* is what bakers make.',
    'cloth | That would be *paño*. One letter away.',
    'wine | That would be *vino*. It is poured.',
  ]);
  expect(optionsOf('daaaa6', change('+ *Pan* is warm.'))).toEqual(['bread | *Pan* is warm.', cloth, wine]);
  expect(optionsOf('daaaa6', change('- pan | That would be *sartén*.'))).toEqual([
    why,
    'pan | That would be *sartén*.',
    cloth,
    wine,
  ]);
  expect(optionsOf('daaaa6', change('without wine\n- pan | That would be *sartén*.'))).toEqual([
    why,
    'pan | That would be *sartén*.',
    cloth,
  ]);
});

test('an option below a word takes the place of the same option of the lexicon', () => {
  const change = (lines: string) => ({ [paths.chapter]: [['pan\ncóm', `pan\n${lines}\ncóm`] as const] });
  const [why, , wine] = optionsOf('daaaa6') ?? [];
  for (const own of ['Cloth | *Paño* is woven.', 'the cloth | *Paño* is woven.'])
    expect(optionsOf('daaaa6', change(`- ${own}`))).toEqual([why, own, wine]);
});

test('the rule fills up to three options, or to as many as it makes without the lines; after three written ones it adds none', () => {
  const texts = (lines: readonly string[], rivals: number) => {
    const more = [
      ...['leche = milk', 'miel = honey', 'sal = salt', 'té = tea'],
      ...['ajo = garlic', 'pera = pear', 'uva = grape'],
    ].slice(0, rivals);
    const files = {
      [paths.lexicon]: [
        [
          '~ vino = wine',
          `${more.map(rival => `~ ${rival} | A food like ${rival}.\n`).join('')}~ vino = wine`,
        ] as const,
      ],
      [paths.chapter]: [['pan\ncóm', `${['pan', ...lines].join('\n')}\ncóm`] as const],
    };
    return optionsOf('daaaa6', files)
      ?.slice(1)
      .map(option => option.split(' | ')[0]);
  };
  const [pan, loaf, oven] = ['pan', 'loaf', 'oven'].map(text => `- ${text} | A *cosa*, but no ${text}.`) as [
    string,
    string,
    string,
  ];
  expect(texts([pan], 1)).toEqual(['pan', 'cloth', 'milk']);
  expect(texts(['+ *Pan* is warm.', pan, loaf], 1)).toEqual(['pan', 'loaf', 'cloth']);
  expect(texts([pan], 3)).toEqual(['pan', 'cloth', 'milk', 'honey', 'salt']);
  expect(texts([pan, 'without milk'], 1)).toEqual(['pan', 'cloth', 'wine']);
  expect(texts([pan, loaf, oven], 3)).toEqual(['pan', 'loaf', 'oven']);
  expect(texts([pan], 7)).toHaveLength(9);
});

test('a question written for a place is reused where fragments and answer are the same', () => {
  const files = {
    [paths.chapter]: [
      ['¿cómelo?', '¿cómelo cómelo?'],
      [
        '- one eats her | That would be *cómela*.',
        '- one eats her | That would be *cómela*.\ncóm-e:one-lo = one eats it\nclause = one eats it one eats it\n+ Twice *cómelo*.\n- one eats | It is *come*.\n- it eats | It is *come*, too.',
      ],
    ],
    [paths.chapterIds]: [
      ['¿cómelo?', '¿cómelo cómelo?'],
      ['word daaaa7 eaaaa7 cómelo', 'word daaaa7 eaaaa7 cómelo\nword daaaa9 eaaaa9 cómelo\nclause eaaab2 x'],
    ],
  } as const;
  expect(optionsOf('daaaa9', files)).toEqual(optionsOf('daaaa7', files));
});

test('endings are read by the preceding part: gender after a participle, person after a verb', () => {
  const lexicon = `at | verb | tie | atar
vin | verb | come | venir
verb venir | he then = vino
-ad:done | verb | -ed: done
-o:m | gender | masculine
-o:then | verb | he (then)
-s:several | number | more than one
-s:you | verb | you
-ó:he | verb | he (then)
cell he then | he {ed} | ar -ó:he | ir -ó:he, -o:then
`;
  const files = [...fixture(), { path: 'spanish/lexicon/more.txt', text: lexicon }];
  const found = findings();
  const lookup = lexiconLookup(
    readLexicon(
      files.filter(({ path }) => /lexicon\/.*txt$/.test(path)),
      found,
    ),
    found,
  );
  const read = (word: string) =>
    lookup(word, { file: '', line: 1 })
      ?.map(({ entry }) => nameOf(entry))
      .join(' ');
  expect(['at-ad-o-s', 'com-o', 'vin-o', 'at-o', 'pan-s'].map(read)).toEqual([
    'at -ad:done -o:m -s:several',
    'com -o:I',
    'vin -o:then',
    'at -o:I',
    'pan -s:several',
  ]);
  expect(found.problems()).toEqual([]);
});

test('another file may add to an entry and repeat its definition', () => {
  const files = (text: string) => [...fixture(), { path: 'spanish/lexicon/more.txt', text }];
  const pan = (text: string) =>
    contentOf(files(text))
      .chapters[0]?.questions.find(({ id }) => id === 'eaaaa6')
      ?.options.map(option => option.text);
  expect(pan('pan\n~ queso = cheese | It is milk.\n')).toEqual(['bread', 'cloth', 'wine', 'cheese']);
  expect(pan('pan | noun | bread\n~ queso = cheese | It is milk.\n')).toEqual([
    'bread',
    'cloth',
    'wine',
    'cheese',
  ]);
});

test('the content version depends only on the content', () => {
  const version = (files = fixture()) => contentOf(files).chapters[0]?.chapter.contentVersion;
  expect(version(fixture({ [paths.chapter]: [['chapter 1\n', '# a comment\n\nchapter 1\n']] }))).toBe(
    version(),
  );
  expect(version(fixture({ [paths.lexicon]: [['- never |', '- not yet |']] }))).not.toBe(version());
});

test('options that a learner rules out by the article of the English are reported', () => {
  const warnings = (english: string, ...wrong: readonly string[]) =>
    compileSources(
      fixture({
        [paths.chapter]: [
          ["english 'Ana does not eat!', bread,", `english ${english},`],
          [
            '\npan\n',
            `\npan\n+ *Pan* is bread.\n${wrong.map(text => `- ${text} | *Pan* is no ${text}.`).join('\n')}\n`,
          ],
        ],
      }),
    ).warnings.flatMap(({ reason }) => /^the English has .*Spanish/.exec(reason) ?? []);
  expect(warnings('Ana has a Bread', 'cheese', 'olive', 'use')).toEqual([
    "the English has 'a bread', so a learner rules out 'olive' without Spanish",
  ]);
  expect(warnings('Ana has bread', 'cheese', 'olive', 'use')).toEqual([]);
  expect(warnings('Ana has a breadstick', 'cheese', 'olive', 'use')).toEqual([]);
});

test('a word with fewer than three wrong options is reported', () => {
  const warnings = (files = fixture()) =>
    compileSources(files).warnings.flatMap(({ line, reason }) =>
      reason.startsWith("'bread' has") ? [`${line} ${reason.split(':')[0]}`] : [],
    );
  expect(warnings()).toEqual([
    "19 'bread' has 2 wrong options, as others are used too often in the chapter or there are none",
  ]);
  const third = '~ vino = wine | It is poured.\n~ queso = cheese | It is milk.';
  expect(warnings(fixture({ [paths.lexicon]: [['~ vino = wine | It is poured.', third]] }))).toEqual([]);
});

test("a whole word that replaces the plain word of another file's entry is reported", () => {
  const word = (answer: string) => ({
    path: 'spanish/lexicon/more.txt',
    text: `word pan = ${answer}\n+ *Pan* is what bakers make.\n- wine | That would be *vino*.\n- cloth | That would be *paño*.\n`,
  });
  const warnings = (answer: string) =>
    compileSources([...fixture(), word(answer)]).warnings.flatMap(({ file, line, reason }) =>
      reason.startsWith('this replaces') ? [`${file}:${line} ${reason}`] : [],
    );
  expect(warnings('bread')).toEqual([
    `spanish/lexicon/more.txt:1 this replaces all options of 'pan' from ${paths.lexicon}: write them there, below the entry`,
  ]);
  expect(warnings('loaf')).toEqual([]);
});
