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
import type { StreamOf } from '../../event-store/stream-reader.ts';

/**
 * One learner's progress in one book. An early refusal (no subscription) is passed in as the command, so that a repeated
 * command id is recognised first.
 */
export const reading: Aggregate<Reading, ReadingEvent, ReadingCommand | Refusal, Refusal> = {
  category: 'reading',
  version: readingVersion,
  eventTypes: readingEventTypes,
  initial: nothingRead,
  evolve,
  // No event closes an opened chapter (decision 14).
  isIdempotent: command => !isRefusal(command) && command.type === 'open chapter',
  decide: (state, command) => (isRefusal(command) ? command : decide(state, command)),
};

export function readingStream(learner: string, bookId: string): StreamOf<'reading'> {
  return `reading-${learner}-${bookId}`;
}
