import { expect, test } from 'vitest';
import type { AnswerFiles } from './contents.ts';
import { readerSentences } from './contents.ts';

const fragment = (id: string, text: string) => ({ _id: id, text, gloss: 'g', lemma: null, note: null });
const word = (position: number, text: string, trailingPunctuation = '') => ({
  _id: `w${position}`,
  text,
  sentence: 's1',
  position,
  leadingPunctuation: '',
  trailingPunctuation,
  translation: `t ${text}`,
  word: { modernEquivalent: null, language: { name: 'Spanish' } },
  stem: { ...fragment(`f${position}`, text.slice(0, -1)), pos: 'noun' },
  ending1: fragment(`e${position}`, text.slice(-1)),
  ending2: null,
  ending3: null,
  skipped: null,
});
const sentence = {
  _id: 's1',
  id: 's1',
  text: 'Las rosas, azules.',
  translation: 'of the sentence',
  newParagraph: true,
  chapterTitle: '',
  part: 1,
  chapter: 1,
  section: 1,
  position: 1,
  contentVersion: 'v1',
};
const words = [word(2, 'rosas', ','), word(1, 'Las'), word(3, 'azules', '.')];
const none: AnswerFiles = {
  WordAnswers: {},
  ClauseAnswers: {},
  SentenceAnswers: {},
  SentenceDevices: {},
  ProgressSummaries: {},
};
const files: AnswerFiles = {
  ...none,
  WordAnswers: {
    'Platero 1.1.1.1.2': { _id: 'q2', correctAnswer: 'roses', correctExplanation: 'why' },
    'Platero 1.1.1.1.3': { _id: 'q3', correctAnswer: '' },
  },
  ClauseAnswers: { 'Platero 1.1.1.1-0': { _id: 'c0', correctAnswer: 'the roses' } },
  SentenceAnswers: { 'Platero 1.1.1.1': { translation: 'of the answers' } },
  SentenceDevices: { 'Platero 1.1.1.1': { phrases: ['a', 'b'], explanations: ['why a'] } },
  ProgressSummaries: { 'Platero 1.1.1.1': { summary: 'so far' } },
};
const read = (data: AnswerFiles) => {
  const [first] = readerSentences('Platero', [sentence], words, data);
  if (!first) throw new Error('no sentence');
  return first;
};

test('words are in order, split into clauses, endings with a hyphen', () => {
  const { words: ordered, clauses } = read(files);
  expect(ordered.map(({ text }) => text)).toEqual(['Las', 'rosas', 'azules']);
  expect(clauses.map(clause => clause.length)).toEqual([2, 1]);
  expect(ordered[1]?.fragments.map(({ text }) => text)).toEqual(['rosa', '-s']);
});

test('questions are found by their keys; a question without an answer is not asked', () => {
  const { quiz, wordKeys, clauseKeys } = read(files);
  expect(Object.keys(quiz.wordQuestions)).toEqual(['w2']);
  expect(quiz.wordQuestions['w2']?.id).toBe('q2');
  expect(quiz.clauseQuestions[0]?.options[0]?.text).toBe('the roses');
  expect(wordKeys['w2']).toBe('Platero 1.1.1.1.2');
  expect(clauseKeys).toEqual(['Platero 1.1.1.1-0', 'Platero 1.1.1.1-1']);
});

test('a phrase without an explanation is left out', () => {
  expect(read(files).phrases).toEqual([{ phrase: 'a', explanation: 'why a' }]);
  expect(read(files).summary).toBe('so far');
});

test('without question data nothing is asked, and the sentence keeps its own translation', () => {
  expect(read(files).translation).toBe('of the answers');
  const bare = read(none);
  expect(bare.translation).toBe('of the sentence');
  expect([bare.quiz.wordQuestions, bare.quiz.clauseQuestions, bare.phrases]).toEqual([{}, {}, []]);
});

test('quotes are typographic in all that the reader shows in English', () => {
  const key = 'Platero 1.1.1.1';
  const quoting = read({
    ...none,
    WordAnswers: { [`${key}.2`]: { _id: 'q2', correctAnswer: "it's" } },
    ClauseAnswers: { [`${key}-0`]: { _id: 'c0', correctAnswer: '"Platero?"' } },
    SentenceAnswers: { [key]: { translation: 'I call him: "Platero?"' } },
    ProgressSummaries: { [key]: { summary: "'Rocinante' says it all." } },
  });
  expect([quoting.translation, quoting.summary]).toEqual([
    'I call him: “Platero?”',
    '‘Rocinante’ says it all.',
  ]);
  expect(quoting.quiz.wordQuestions['w2']?.options[0]?.text).toBe('it’s');
  expect(quoting.quiz.clauseQuestions[0]?.options[0]?.text).toBe('“Platero?”');
});
