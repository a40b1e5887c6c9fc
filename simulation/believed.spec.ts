import { expect, test } from 'vitest';
import type { RecordedVocabularyEvent } from '../domain/vocabulary/history.ts';
import { fitHistory } from '../scheduling/fitting/fit.ts';
import { loadOptimiser } from '../scheduling/fitting/optimiser.ts';
import { defaultParameters } from '../scheduling/memory.ts';
import { believedOf } from './believed.ts';
import { lasting, sentencesOf } from './forgetting.ts';

/** The figures of decision 58 come from here: three months, every third day twenty sentences of 600 fragments. */
const habits = { days: 90, every: 3, sentencesADay: 20, fragments: 600 };

async function fittedTo(times: number) {
  const sentences = [
    ...sentencesOf('figures', { ...habits, parameters: lasting(times) }, Date.UTC(2026, 0, 5)),
  ];
  const events = sentences.map(
    ({ event, at }, index): RecordedVocabularyEvent => ({
      ...event,
      metadata: { commandId: `${index}`, at },
    }),
  );
  async function* pages() {
    yield events;
  }
  const optimise = await loadOptimiser();
  const { tried } = await fitHistory(pages, { before: undefined, tried: 0, optimise });
  const own = tried?.parameters;
  return {
    isFitted: own !== undefined,
    everybodys: believedOf(sentences, defaultParameters, 3 / 4),
    fitted: believedOf(sentences, own ?? defaultParameters, 3 / 4),
  };
}

test.each([0.2, 0.4])(
  'of a learner who keeps things %d times as long, the fitted schedule knows what is recalled better',
  async times => {
    const { isFitted, everybodys, fitted } = await fittedTo(times);
    expect(isFitted).toBe(true);
    // Guesses count as recall, and what is forgotten in a day is asked after a week: everybody's schedule is too sure.
    expect(everybodys.believed - everybodys.truth).toBeGreaterThan(0.08);
    expect(Math.abs(fitted.believed - fitted.truth)).toBeLessThan(
      (everybodys.believed - everybodys.truth) * 0.7,
    );
    expect(fitted.distance).toBeLessThan(everybodys.distance * 0.85);
  },
);

test.each([1, 3])('of a learner who keeps things %d times as long, it knows it hardly worse', async times => {
  const { everybodys, fitted } = await fittedTo(times);
  expect(everybodys.distance).toBeLessThan(0.06);
  expect(fitted.distance).toBeLessThan(everybodys.distance + 0.03);
});
