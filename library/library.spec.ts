import { expect, test } from 'vitest';
import { splitIntoClauses } from '../domain/quiz/clauses.ts';
import { enter } from '../domain/quiz/quiz.ts';
import { written } from './format/problems.ts';
import { spelled } from './format/tokenize.ts';
import { compileLibrary, readSources } from './library.ts';
import { statistics } from './stats.ts';

const result = compileLibrary();

function content() {
  if ('content' in result) return result.content;
  throw new Error(result.problems.map(written).join('\n'));
}

test('the library compiles without problems or warnings, and deterministically', () => {
  expect('problems' in result ? result.problems.map(written) : []).toEqual([]);
  expect(result.warnings).toEqual([]);
  expect(compileLibrary()).toEqual(result);
});

test('no wrong option only names the Spanish: each says what tells the two apart', () => {
  const bare = content()
    .chapters.flatMap(({ questions }) => questions.flatMap(({ options }) => options.slice(1)))
    .filter(({ explanation }) =>
      /^(?:That|Those) would be \*[^*]+\*(?:,? or \*[^*]+\*)*\.$/.test(explanation),
    );
  expect(bare).toEqual([]);
});

test('the library has the books of the specification with all their chapters (spec 9)', () => {
  const shelf = content().books.map(
    ({ title, readingLevel, chapterCount, chapterTitles, introductions }) => ({
      title,
      readingLevel,
      chapterCount,
      titles: chapterTitles.length,
      introduced: Object.keys(introductions),
    }),
  );
  expect(shelf).toEqual([
    {
      title: 'Don Quixote',
      readingLevel: 'University',
      chapterCount: 52,
      titles: 52,
      introduced: ['1', '2', '3'],
    },
    {
      title: 'Platero y Yo',
      readingLevel: '7th Grade',
      chapterCount: 32,
      titles: 32,
      introduced: ['1', '2'],
    },
  ]);
});

test('word instances and their fragments spell every sentence exactly', () => {
  const { chapters, fragments } = content();
  const known = new Set(fragments.map(({ id }) => id));
  for (const { sentences, wordInstances } of chapters)
    for (const { id, text } of sentences) {
      const words = wordInstances.filter(word => word.sentenceId === id);
      expect(spelled(words)).toBe(text);
      expect(words.map(word => word.position)).toEqual(words.map((_, index) => index + 1));
      for (const word of words) {
        expect(word.fragments.length).toBeGreaterThan(0);
        expect(word.fragments.every(fragment => known.has(fragment))).toBe(true);
      }
    }
});

test('the quiz has a question for every clause of more than a name', () => {
  for (const { sentences, wordInstances, questions } of content().chapters)
    for (const { id } of sentences) {
      const words = wordInstances
        .filter(word => word.sentenceId === id)
        .map(word => ({ ...word, skipped: word.skipped !== null }));
      const of = (kind: string) => questions.filter(q => q.sentenceId === id && q.kind === kind);
      const quiz = enter(
        {
          id,
          words,
          wordQuestions: Object.fromEntries(of('word').map(q => [q.wordInstanceId, q])),
          clauseQuestions: Object.fromEntries(of('clause').map(q => [q.clause, q])),
        },
        () => 'new',
        'spec',
      );
      for (const { options } of quiz.steps) expect(options).toHaveLength(3);
      for (const [index, clause] of splitIntoClauses(words).entries())
        if (clause.length > 1)
          expect(quiz.steps.some(step => step.clause === index && !step.word)).toBe(true);
      expect(of('sentence')).toHaveLength(1);
    }
});

test('Platero y Yo, chapter 1, is complete, and asks fewer questions of an experienced learner', () => {
  const all = statistics(content(), readSources());
  const first = all.find(({ chapter }) => chapter === 'Platero y Yo 1');
  expect(first).toMatchObject({ units: 11, words: 160, questions: 203 });
  for (const { perUnitNewcomer, perUnitReader } of all)
    expect(perUnitReader).toBeLessThanOrEqual(perUnitNewcomer);
});
