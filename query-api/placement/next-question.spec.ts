import { expect, test } from 'vitest';
import { groupOf, modelOf } from '../../domain/placement/belief.ts';
import { groupToAsk, placementOf } from '../../domain/placement/placement.ts';
import { nextQuestion } from './next-question.ts';
import type { RankedQuestion } from './ranking.ts';

const model = modelOf(1_000);
const nothingAsked = placementOf(model, []);

/** A question for every rank in each of two books; sentences of a rare word each, and common ones as the sentence says. */
const questionsOf = (shelf: number, sentenceOf: (rank: number) => string, length = 12): RankedQuestion[] =>
  Array.from({ length: model.size }, (_, index) => ({
    id: `${shelf}-${String(index + 1).padStart(4, '0')}`,
    sentence: `${shelf}-${sentenceOf(index + 1)}`,
    rank: index + 1,
    length,
    shelf,
  }));

const rankingOf = (...questions: RankedQuestion[]) => ({
  model,
  fragments: [],
  questions: new Map(questions.map(question => [question.id, question])),
});
const first = (ranking: ReturnType<typeof rankingOf>, learner = 'ana') =>
  nextQuestion(ranking, nothingAsked, { asked: [], more: false, learner });

test('the first question comes from the easiest book, of middle frequency, in a sentence of common words', () => {
  const group = groupToAsk(model, nothingAsked, model.groups.keys(), false) ?? -1;
  const [from, to] = [model.groups[group] ?? 0, (model.groups[group + 1] ?? 0) - 1];
  // The highest rank of the group stands in a sentence with the hundred most frequent ones.
  const easy = questionsOf(0, rank => (rank <= 100 || rank === to ? 'common' : `${rank}`));
  const question = first(rankingOf(...questionsOf(1, () => 'hard'), ...easy));
  expect(question).toMatchObject({ shelf: 0, rank: to, sentence: '0-common' });
  expect(from).toBeGreaterThan(0.05 * model.size);
  expect(to).toBeLessThan(0.8 * model.size);
  expect(first(rankingOf(...questionsOf(1, () => 'hard'), ...easy), 'benito')).toEqual(question);
});

test('where the easiest book has no question of that frequency, the next best one of it is asked', () => {
  const group = groupToAsk(model, nothingAsked, model.groups.keys(), false) ?? -1;
  const easy = questionsOf(0, rank => `${rank}`).filter(({ rank }) => groupOf(model, rank) !== group);
  const question = first(rankingOf(...questionsOf(1, () => 'hard'), ...easy));
  expect(question?.shelf).toBe(0);
  expect(Math.abs(groupOf(model, question?.rank ?? 1) - group)).toBeLessThanOrEqual(2);
});

test('later questions come from any book, each in another sentence', () => {
  const ranking = rankingOf(
    ...questionsOf(1, rank => `${rank % 50}`),
    ...questionsOf(0, rank => `${rank % 50}`),
  );
  const asked: RankedQuestion[] = [];
  for (let number = 0; number < 12; number++) {
    const placed = placementOf(
      model,
      asked.map(({ rank }, index) => ({ rank, right: index % 2 === 0 })),
    );
    const next = nextQuestion(ranking, placed, { asked, more: false, learner: 'ana' });
    if (!next) throw new Error('no question');
    asked.push(next);
  }
  expect(new Set(asked.map(({ shelf }) => shelf))).toEqual(new Set([0, 1]));
  expect(new Set(asked.map(({ sentence }) => sentence)).size).toBe(12);
});
