import type { Question } from '../domain/catalogue/catalogue.ts';

/**
 * The share of questions, from 0 to 1, that a learner without Spanish answers right by always choosing the shortest option,
 * or the longest. A question shows the right answer and two wrong ones (spec 4), here every pair of them; options of equal
 * length are chosen from at random. About 1/3 is chance.
 */
export function guessedByLength(questions: readonly Question[]): {
  readonly shortest: number;
  readonly longest: number;
} {
  const shortest = questions.map(question => guessed(lengthsOf(question)));
  const longest = questions.map(question => guessed(lengthsOf(question).map(length => -length)));
  return { shortest: mean(shortest), longest: mean(longest) };
}

function lengthsOf({ options }: Question): readonly number[] {
  return options.map(({ text }) => text.length);
}

/** The probability that the first is chosen as the smallest of itself and two others. */
function guessed([right = 0, ...wrong]: readonly number[]): number {
  const pairs = wrong.flatMap((one, index) => wrong.slice(index + 1).map(other => [one, other]));
  return mean(
    pairs.map(pair =>
      pair.some(length => length < right) ? 0 : 1 / (1 + pair.filter(length => length === right).length),
    ),
  );
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
