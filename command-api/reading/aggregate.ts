import { decide, type ReadingCommand } from '../../domain/reading/decide.ts';
import {
  evolve,
  nothingRead,
  type Reading,
  type ReadingEvent,
  readingVersion,
} from '../../domain/reading/reading.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Aggregate } from '../../event-store/aggregate/aggregate.ts';

/** One learner's way through one book. */
export const reading: Aggregate<Reading, ReadingEvent, ReadingCommand, Refusal> = {
  category: 'reading',
  version: readingVersion,
  initial: nothingRead,
  evolve,
  decide,
};

export function readingStream(learner: string, bookId: string): string {
  return `${reading.category}-${learner}-${bookId}`;
}
