import { expect, test } from 'vitest';
import { needsEditor, type Question, rankedOf, sorted } from './rank.ts';

function question(id: string, times: readonly number[], unknown = 0, milliseconds = 2_000): Question {
  const options = times.map((count, index) => ({
    text: index === 0 ? 'right' : `wrong ${index}`,
    explanation: '',
    times: count,
  }));
  const answers = times.reduce((sum, count) => sum + count, unknown);
  return {
    id,
    kind: 'word',
    sentence: 1,
    before: '',
    asked: id,
    after: '',
    answers,
    unknown,
    milliseconds,
    options,
  };
}

test('shares are of all answers, and the most tempting wrong option is named', () => {
  expect(rankedOf(question('a', [20, 4, 8], 8))).toMatchObject({
    right: 0.5,
    tempting: { text: 'wrong 2', share: 0.2 },
    unknown: 0.2,
    seconds: 2,
    isRare: false,
  });
  expect(rankedOf(question('b', [20, 0, 0])).tempting).toBeUndefined();
});

test('few answers are sorted last, whatever they say', () => {
  const all = [
    question('often right', [90, 10]),
    question('rare', [0, 29]),
    question('often wrong', [40, 60]),
  ].map(rankedOf);
  const order = (direction: 'ascending' | 'descending') =>
    sorted(all, 'right', direction).map(one => one.question.id);
  expect(order('ascending')).toEqual(['often wrong', 'often right', 'rare']);
  expect(order('descending')).toEqual(['often right', 'often wrong', 'rare']);
});

test.each([
  ['mostly right', [90, 10], 0, false],
  ['often wrong', [60, 20, 20], 0, true],
  ['one strong distractor', [64, 36], 0, true],
  ['often not known', [70, 5], 25, true],
  ['few answers', [0, 20], 9, false],
])('%s: does it need an editor', (_, times, unknown, needs) => {
  expect(needsEditor(rankedOf(question('q', times, unknown)))).toBe(needs);
});
