import { type Random, seeded } from '../domain/quiz/random.ts';
import type { VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import {
  defaultParameters,
  expectedRight,
  type Memory,
  memoryAfter,
  type Parameters,
  recall,
  scheduler,
} from '../scheduling/memory.ts';

/**
 * Learners whose forgetting is known, to compare what the schedule believes with the truth. Their memory follows FSRS with
 * parameters of their own; what they do not recall they guess, right in a third of the cases.
 */
export interface Habits {
  /** The true parameters. */
  readonly parameters: Parameters;
  /** How many days there are, and every which of them is a day of reading. */
  readonly days: number;
  readonly every: number;
  readonly sentencesADay: number;
  /** Fragments of the text; few of them make most of it. */
  readonly fragments: number;
}

export interface SimulatedSentence {
  readonly event: Extract<VocabularyEvent, { type: 'SentenceAnswered' }>;
  /** ISO 8601. */
  readonly at: string;
  /** The true probability that each fragment was recalled; those met for the first time are not in it. */
  readonly recall: ReadonlyMap<string, number>;
}

/** Everybody's parameters, but what is learned lasts so many times as long. */
export function lasting(times: number): Parameters {
  return defaultParameters.map((weight, index) => (index < 4 || index === 11 ? weight * times : weight));
}

/** Share of new words that are told right from their sentence. */
const TOLD_FROM_CONTEXT = 0.4;
const ASKED_AT_ONCE = 5;
const DAY = 86_400;

/**
 * A learner who reads a bit on each day of reading, so that fragments come back as the text has them. The same for the same
 * seed.
 * @param begin milliseconds since 1970
 */
export function* sentencesOf(
  seed: string,
  { parameters, days, every, sentencesADay, fragments }: Habits,
  begin: number,
): Generator<SimulatedSentence> {
  const random = seeded(seed);
  const fsrs = scheduler(parameters);
  const memories = new Map<string, Memory>();
  for (let day = 0; day < days; day += every)
    for (let sentence = 0; sentence < sentencesADay; sentence++) {
      const now = begin / 1000 + day * DAY + sentence * 60 + Math.floor(random() * 30);
      const recalls = new Map<string, number>();
      const rights = new Map<string, boolean>();
      for (const fragment of drawn(random, fragments)) {
        const memory = memories.get(fragment) ?? null;
        const probability = memory ? recall(fsrs, memory, now) : TOLD_FROM_CONTEXT;
        if (memory) recalls.set(fragment, probability);
        const isRecalled = random() < probability;
        rights.set(fragment, isRecalled || random() < expectedRight(0));
        const after = memoryAfter(
          fsrs,
          memory,
          isRecalled ? { kind: 'right', at: now } : { kind: 'wrong', at: now, sentence: 's' },
        );
        if (after) memories.set(fragment, after);
      }
      yield {
        event: answered(`${day}-${sentence}`, rights),
        at: new Date(now * 1000).toISOString(),
        recall: recalls,
      };
    }
}

function drawn(random: Random, fragments: number): ReadonlySet<string> {
  return new Set(Array.from({ length: ASKED_AT_ONCE }, () => `f${Math.floor(random() ** 2 * fragments)}`));
}

function answered(sentence: string, rights: ReadonlyMap<string, boolean>): SimulatedSentence['event'] {
  const names = [...rights.keys()];
  return {
    type: 'SentenceAnswered',
    data: {
      epoch: 0,
      book: 'simulated',
      sentence,
      contentVersion: 'simulated',
      occasion: 'reading',
      answers: names.map(name => [
        `q-${name}`,
        'word',
        rights.get(name) ? 0 : 1,
        rights.get(name) === true,
        4_000,
      ]),
      fragments: Object.fromEntries(names.map((name, index) => [name, ['I', 'I', index]])),
    },
  };
}
