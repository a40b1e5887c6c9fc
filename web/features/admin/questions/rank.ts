import type { ReplyOf } from '../../../../facade/endpoint.ts';
import type { questionStatistics } from '../../../../facade/questions.ts';

export type Question = ReplyOf<typeof questionStatistics>['questions'][number];

/** Statistics of a question, as shares of its answers. */
export interface Ranked {
  readonly question: Question;
  readonly right: number;
  /** The wrong option that is chosen most, if any ever was. */
  readonly tempting: { readonly text: string; readonly share: number } | undefined;
  readonly unknown: number;
  readonly seconds: number;
  /** Too few answers for a reliable figure: shown pale, sorted last. */
  readonly isRare: boolean;
}

/** Number of answers from which a figure is reliable. */
const MIN_ANSWERS = 30;

export function rankedOf(question: Question): Ranked {
  const { answers, options, unknown, milliseconds } = question;
  const [, ...wrong] = options;
  const most = wrong.reduce<(typeof wrong)[number] | undefined>(
    (best, one) => (one.times > (best?.times ?? 0) ? one : best),
    undefined,
  );
  return {
    question,
    right: (options[0]?.times ?? 0) / answers,
    tempting: most && { text: most.text, share: most.times / answers },
    unknown: unknown / answers,
    seconds: milliseconds / 1_000,
    isRare: answers < MIN_ANSWERS,
  };
}

/**
 * Whether it needs an editor: fewer than two thirds of the answers are right, or one wrong option has more than a third, or
 * 'I don't know' more than a fifth.
 */
export function needsEditor({ right, tempting, unknown, isRare }: Ranked): boolean {
  return !isRare && (right < 2 / 3 || (tempting?.share ?? 0) > 1 / 3 || unknown > 1 / 5);
}

export const sortKeys = ['right', 'tempting', 'unknown', 'seconds'] as const;
export type SortKey = (typeof sortKeys)[number];
export type Direction = 'ascending' | 'descending';

/** Those with few answers stay last in either direction; equal ones keep the chapter's order. */
export function sorted(all: readonly Ranked[], key: SortKey, direction: Direction): readonly Ranked[] {
  const figureOf = (one: Ranked) => (key === 'tempting' ? (one.tempting?.share ?? 0) : one[key]);
  const sign = direction === 'ascending' ? 1 : -1;
  return all.toSorted((a, b) => Number(a.isRare) - Number(b.isRare) || sign * (figureOf(a) - figureOf(b)));
}
