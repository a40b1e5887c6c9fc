import { DAY, type Parameters, recall, scheduler } from '../scheduling/memory.ts';
import { appendStep, emptySchedule, memoryFrom, type Schedule } from '../scheduling/schedule.ts';
import { stepsOf } from '../scheduling/steps.ts';
import type { SimulatedSentence } from './forgetting.ts';

/** How well a schedule knows a learner whose forgetting is known. */
export interface Believed {
  /** Answers a day or more after the one before that were compared. */
  readonly reviews: number;
  /** Mean probability of recall: the true one, and what the schedule believed. */
  readonly truth: number;
  readonly believed: number;
  /** Mean distance between the two. */
  readonly distance: number;
}

/** Compares what a schedule with some parameters believes with the truth, from a share of the sentences on. */
export function believedOf(
  sentences: readonly SimulatedSentence[],
  parameters: Parameters,
  from: number,
): Believed {
  const [everybodys, own] = [scheduler(), scheduler(parameters)];
  const schedules = new Map<string, Schedule>();
  let [reviews, truth, believed, distance] = [0, 0, 0, 0];
  for (const [index, { event, at, recall: recalls }] of sentences.entries())
    for (const { fragment, ...next } of stepsOf({ ...event, metadata: { commandId: `${index}`, at } })) {
      const schedule = schedules.get(fragment) ?? emptySchedule;
      const memory = schedule.memory && memoryFrom(own, schedule.base, schedule.steps);
      const actual = recalls.get(fragment);
      const now = next.change.at;
      if (index >= sentences.length * from && memory && actual !== undefined && now - memory.at >= DAY) {
        const expected = recall(own, memory, now);
        reviews += 1;
        truth += actual;
        believed += expected;
        distance += Math.abs(expected - actual);
      }
      schedules.set(fragment, appendStep(everybodys, schedule, next));
    }
  return {
    reviews,
    truth: truth / reviews,
    believed: believed / reviews,
    distance: distance / reviews,
  };
}
