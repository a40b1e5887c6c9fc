import { expect, test } from 'vitest';
import { fixture, paths } from '../testing/fixture.ts';
import { compileSources } from './compile.ts';

function contentOf(files = fixture()) {
  const result = compileSources(files);
  if (!('content' in result)) throw new Error(JSON.stringify(result.problems));
  return result.content;
}

test('a book becomes catalogue: language, book, fragments and the chapter in one piece', () => {
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
  expect(fragments[4]).toMatchObject({ kind: 'ending', text: 'e', pos: null, gloss: 'he, she, it (now)' });
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

test('words carry their punctuation, their fragments and why they are never asked', () => {
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
  // An accent that shifts and a tag choose among entries: 'cóm' is com, 'e:one' is not 'e:he'.
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
  expect(questions[0]?.options).toEqual([
    { text: 'not', explanation: '*No* stands before the verb.' },
    { text: 'now', explanation: 'That would be *ahora*.' },
    { text: 'never', explanation: 'That would be *nunca*.' },
  ]);
});

test("'same' takes the question of the nearest earlier word of the same fragments and translation", () => {
  const files = fixture({
    [paths.chapter]: [
      ['come!», pan,', 'come!», pan, pan,'],
      [
        '- cloth | That would be *paño*.',
        '- cloth | That would be *paño*.\nword pan = bread [daaaa9]\nsame [eaaaa9]',
      ],
    ],
  });
  const questions = contentOf(files).chapters[0]?.questions ?? [];
  const [first, again] = ['daaaa6', 'daaaa9'].map(word => questions.find(q => q.wordInstanceId === word));
  expect(again?.id).toBe('eaaaa9');
  expect(again?.options).toEqual(first?.options);
});

test('the content version follows the content, and nothing else', () => {
  const version = (files = fixture()) => contentOf(files).chapters[0]?.chapter.contentVersion;
  expect(version(fixture({ [paths.chapter]: [['chapter 1\n', '# a comment\n\nchapter 1\n']] }))).toBe(
    version(),
  );
  expect(version(fixture({ [paths.chapter]: [['- never |', '- not yet |']] }))).not.toBe(version());
});
