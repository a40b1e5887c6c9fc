import { decide, type ReadingCommand } from '../../domain/reading/decide.ts';
import {
  evolve,
  nothingRead,
  type Reading,
  type ReadingEvent,
  readingEventTypes,
  readingVersion,
} from '../../domain/reading/reading.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Aggregate } from '../../event-store/aggregate/aggregate.ts';

/**
 * One learner's way through one book. A command that is refused before it is decided (it must be paid for) travels as
 * its refusal, so that a command that was done before is recognised first.
 */
export const reading: Aggregate<Reading, ReadingEvent, ReadingCommand | Refusal, Refusal> = {
  category: 'reading',
  version: readingVersion,
  eventTypes: readingEventTypes,
  initial: nothingRead,
  evolve,
  // A chapter that was opened stays opened.
  isIdempotent: command => !isRefusal(command) && command.type === 'open chapter',
  decide: (state, command) => (isRefusal(command) ? command : decide(state, command)),
};

export function readingStream(learner: string, bookId: string): string {
  return `${reading.category}-${learner}-${bookId}`;
}
