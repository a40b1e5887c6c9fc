import { setImmediate as nextTurn } from 'node:timers/promises';
import { Rating } from 'ts-fsrs';
import { defaultParameters, type Parameters, scheduler } from '../memory.ts';
import { type TrainingItem, withoutGuesses } from './training.ts';

/** Computes a learner's parameters; undefined: there is too little to learn from. Its own threads do the work. */
export type Optimiser = (items: readonly TrainingItem[]) => Promise<Parameters | undefined>;

/** How often guesses are told from recall with the parameters of the round before. */
const ROUNDS = 3;

/** Items made without a break: they are objects of the native library. */
const CHUNK = 500;

/**
 * The optimiser of FSRS, a native library. Only the job that fits schedules loads it, when it is first needed.
 * @throws Error when there is no build of it for this platform
 */
export async function loadOptimiser(): Promise<Optimiser> {
  const { computeParameters, FSRSBindingItem, FSRSBindingReview } = await import(
    '@open-spaced-repetition/binding'
  );

  async function fitted(items: readonly TrainingItem[], known: Parameters): Promise<Parameters> {
    const isRecalled = withoutGuesses(scheduler(known));
    const trained: InstanceType<typeof FSRSBindingItem>[] = [];
    for (const [index, item] of items.entries()) {
      if (index % CHUNK === 0) await nextTurn();
      const last = { rating: isRecalled(item) ? Rating.Good : Rating.Again, days: item.days };
      const graded = [...item.before, last];
      trained.push(
        new FSRSBindingItem(graded.map(({ rating, days }) => new FSRSBindingReview(rating, days))),
      );
    }
    return computeParameters(trained, { enableShortTerm: false });
  }

  return async items => {
    let parameters = defaultParameters;
    try {
      for (let round = 0; round < ROUNDS; round++) parameters = await fitted(items, parameters);
    } catch (error) {
      if (error instanceof Error && error.message.includes('NotEnoughData')) return undefined;
      throw error;
    }
    return parameters.every(Number.isFinite) && !areDefault(parameters) ? parameters : undefined;
  };
}

/** From too few items it returns the default parameters, rounded to single precision. */
const areDefault = (parameters: Parameters) =>
  parameters.every((weight, index) => Math.abs(weight - (defaultParameters[index] ?? 0)) < 1e-5);
