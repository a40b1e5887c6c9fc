import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Level } from '../vocabulary/levels.ts';
import { splitIntoClauses } from './clauses.ts';
import { chooseOptions, collapsed } from './options.ts';
import { optionsFrom } from './question-data.ts';
import {
  choose,
  clauseMarks,
  currentStep,
  duplicateFragments,
  enter,
  phaseOf,
  proceed,
  type Quiz,
  type QuizSentence,
  resume,
  wordMarks,
} from './quiz.ts';
import { seeded } from './random.ts';

const option = (text: string) => ({ text, explanation: `why ${text}` });
const question = (id: string) => ({
  id,
  options: [option(`${id} right`), option(`${id} a`), option(`${id} b`)],
});
const word = (id: string, fragments: readonly string[], trailingPunctuation = '', skipped = false) => ({
  id,
  fragments,
  trailingPunctuation,
  skipped,
});

/** 'Platero, come las rosas, las uvas.' */
const sentence: QuizSentence = {
  id: 's1',
  words: [
    word('platero', ['Platero'], ',', true),
    word('come', ['com', '-e']),
    word('las', ['las']),
    word('rosas', ['ros', '-s'], ','),
    word('las2', ['las']),
    word('uvas', ['uv', '-s'], '.'),
  ],
  wordQuestions: Object.fromEntries(['come', 'las', 'rosas', 'las2', 'uvas'].map(id => [id, question(id)])),
  clauseQuestions: { 1: question('c1'), 2: question('c2') },
};
const levelsOf =
  (known: Readonly<Record<string, Level>> = {}) =>
  (fragment: string): Level =>
    known[fragment] ?? 'new';
const plan = (quiz: Quiz) => quiz.steps.map(step => step.word ?? `clause ${step.clause}`);
const wrongOf = (quiz: Quiz) => currentStep(quiz)?.options.find(({ stored }) => stored !== 0)?.stored ?? null;

test('words are asked clause by clause, each clause of several words after its words', () => {
  const quiz = enter(sentence, levelsOf(), 'seed');
  expect(plan(quiz)).toEqual(['come', 'las', 'rosas', 'clause 1', 'uvas', 'clause 2']);
  expect(phaseOf(quiz)).toBe('wordInstance');
  // The proper noun's clause has nothing to ask and counts as answered once the next one is entered.
  expect(clauseMarks(quiz)).toEqual({ 0: 'nothing asked' });
});

test('a word whose fragments are all known is skipped, one with a fragment to learn is not', () => {
  expect(plan(enter(sentence, levelsOf({ com: 'IV', '-e': 'IV' }), 'seed'))[0]).toBe('las');
  expect(plan(enter(sentence, levelsOf({ com: 'IV', '-e': 'III' }), 'seed'))[0]).toBe('come');
});

test('a right answer advances at once; a wrong one shows the answer and waits for Continue', () => {
  let quiz = choose(enter(sentence, levelsOf(), 'seed'), 0, 800);
  expect(quiz.showingAnswer).toBe(false);
  expect(currentStep(quiz)?.word).toBe('las');
  quiz = choose(quiz, wrongOf(quiz), 800);
  expect(quiz.showingAnswer).toBe(true);
  expect(currentStep(quiz)?.word).toBe('las');
  expect(choose(quiz, 0, 1)).toBe(quiz);
  quiz = proceed(quiz);
  expect(currentStep(quiz)?.word).toBe('rosas');
  expect(wordMarks(quiz)).toEqual({ come: 'right', las: 'wrong' });
});

test('a question that was left open for days took five minutes', () => {
  const quiz = choose(enter(sentence, levelsOf(), 'seed'), 0, 3 * 86_400_000);
  expect(quiz.answers).toMatchObject([{ milliseconds: 300_000 }]);
});

test("'I don't know yet' opens the answer view as a wrong answer does, and is not marked as an error", () => {
  const quiz = choose(enter(sentence, levelsOf(), 'seed'), null, 800);
  expect(quiz.showingAnswer).toBe(true);
  expect(wordMarks(quiz)).toEqual({ come: 'unknown' });
});

test('a clause is marked by the answer about itself, not by those about its words', () => {
  let quiz = enter(sentence, levelsOf(), 'seed');
  for (const option of [0, 0, 'wrong', 'wrong', 'wrong', null] as const)
    quiz = proceed(choose(quiz, option === 'wrong' ? wrongOf(quiz) : option, 10));
  expect(clauseMarks(quiz)).toEqual({ 0: 'nothing asked', 1: 'wrong', 2: 'unknown' });
  let words = enter({ ...sentence, clauseQuestions: {} }, levelsOf(), 'seed');
  for (let i = 0; i < 4; i++) words = proceed(choose(words, wrongOf(words), 10));
  expect(clauseMarks(words)).toEqual({ 0: 'nothing asked', 1: 'words asked', 2: 'words asked' });
});

test('a single-word clause is marked with its word', () => {
  const single: QuizSentence = {
    id: 's',
    words: [word('come', ['com', '-e'], '.')],
    wordQuestions: { come: question('come') },
    clauseQuestions: {},
  };
  const quiz = enter(single, levelsOf(), 'seed');
  expect(clauseMarks(choose(quiz, wrongOf(quiz), 1))).toEqual({ 0: 'wrong' });
  expect(clauseMarks(choose(quiz, 0, 1))).toEqual({ 0: 'right' });
});

test('after the last answer the sentence itself is shown', () => {
  let quiz = enter(sentence, levelsOf(), 'seed');
  for (let i = 0; i < 6; i++) quiz = choose(quiz, 0, 10);
  expect(phaseOf(quiz)).toBe('sentence');
  expect(quiz.answers).toHaveLength(6);
  expect(clauseMarks(quiz)).toEqual({ 0: 'nothing asked', 1: 'right', 2: 'right' });
});

test('a sentence with nothing to ask is shown at once', () => {
  const known = levelsOf({ com: 'IV', '-e': 'IV', las: 'IV', ros: 'IV', uv: 'IV', '-s': 'IV' });
  const quiz = enter({ ...sentence, clauseQuestions: {} }, known, 'seed');
  expect(phaseOf(quiz)).toBe('sentence');
  expect(clauseMarks(quiz)).toEqual({ 0: 'nothing asked', 1: 'nothing asked', 2: 'nothing asked' });
});

test('resuming from the answers given restores any state of the quiz', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('right', 'wrong', 'unsure', 'continue'), { maxLength: 20 }),
      moves => {
        const entered = enter(sentence, levelsOf(), 'seed');
        const quiz = moves.reduce(
          (now, move) =>
            move === 'continue'
              ? proceed(now)
              : choose(now, move === 'right' ? 0 : move === 'wrong' ? wrongOf(now) : null, 5),
          entered,
        );
        const resumed = resume(entered, quiz.answers);
        expect(resumed.answers).toEqual(quiz.answers);
        expect(proceed(resumed)).toEqual(proceed(quiz));
      },
    ),
  );
});

test('answers that no longer fit the plan are dropped from the first misfit on', () => {
  const entered = enter(sentence, levelsOf(), 'seed');
  const stale = [
    { question: 'come', chosen: 0, milliseconds: 1 },
    { question: 'gone', chosen: 0, milliseconds: 1 },
    { question: 'las', chosen: 0, milliseconds: 1 },
  ];
  expect(resume(entered, stale).answers).toHaveLength(1);
});

test('splitting into clauses never loses or reorders a word and makes no empty clause', () => {
  const punctuation = fc.constantFrom('', '', '', ',', '.', '…', '…;', '?»,', ':', '»', ')', '!”');
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat(), trailingPunctuation: punctuation })), words => {
      const clauses = splitIntoClauses(words);
      expect(clauses.flat()).toEqual(words);
      expect(clauses.every(clause => clause.length > 0)).toBe(true);
      for (const clause of clauses)
        for (const inner of clause.slice(0, -1)) expect(inner.trailingPunctuation).not.toMatch(/[.!?…,;:]/);
    }),
  );
});

test('options hold the right answer exactly once, are distinct, at most three, and the same for the same seed', () => {
  const texts = fc.record({
    text: fc.constantFrom('', 'a', 'A ', 'b', 'c'),
    explanation: fc.constantFrom('', 'why'),
  });
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 9 }), fc.string(), (wrong, seed) => {
      const stored = [{ text: 'right', explanation: 'because' }, ...wrong];
      const shown = chooseOptions(stored, seeded(seed));
      expect(shown.filter(({ stored }) => stored === 0)).toHaveLength(1);
      expect(new Set(shown.map(({ text }) => text.toLowerCase())).size).toBe(shown.length);
      expect(shown.length).toBeLessThanOrEqual(3);
      expect(shown.every(({ explanation }) => explanation !== '')).toBe(true);
      expect(chooseOptions(stored, seeded(seed))).toEqual(shown);
      const usable = new Set(
        wrong
          .filter(({ text, explanation }) => text && explanation)
          .map(({ text }) => text.trim().toLowerCase()),
      );
      expect(shown).toHaveLength(1 + Math.min(2, usable.size));
    }),
  );
});

test('the right answer can be at every place', () => {
  const stored = [option('right'), option('a'), option('b')];
  const places = Array.from({ length: 60 }, (_, seed) =>
    chooseOptions(stored, seeded(String(seed))).findIndex(shown => shown.stored === 0),
  );
  expect(new Set(places)).toEqual(new Set([0, 1, 2]));
});

test('three identical comma-separated parts collapse to one', () => {
  expect(collapsed('the, the, the')).toBe('the');
  expect(collapsed('the, a, the')).toBe('the, a, the');
  expect(collapsed('gently, sweetly')).toBe('gently, sweetly');
});

test('question data may have either name for its wrong answers', () => {
  const data = {
    correctAnswer: 'him',
    correctExplanation: 'why',
    incorrectTranslation1: 'her',
    incorrectExplanation1: 'no',
    incorrectAnswer2: 'it',
    incorrectExplanation2: 'no',
  };
  expect(
    optionsFrom(data)
      .slice(0, 3)
      .map(({ text }) => text),
  ).toEqual(['him', 'her', 'it']);
  expect(optionsFrom(data)).toHaveLength(10);
});

test('unknown fragments that occur two to four times are highlighted', () => {
  expect(duplicateFragments(sentence.words, levelsOf())).toEqual(new Set(['las', '-s']));
  expect(duplicateFragments(sentence.words, levelsOf({ las: 'IV' }))).toEqual(new Set(['-s']));
  const five = Array.from({ length: 5 }, (_, i) => word(String(i), ['y']));
  expect(duplicateFragments(five, levelsOf()).size).toBe(0);
});
