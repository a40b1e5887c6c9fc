import { type LearnerEvents, learnerEventTypes } from '../domain/learner-events.ts';
import { type StreamReader, streamReader } from '../event-store/stream-reader.ts';
import type { UpcastingLog } from '../event-store/upcasting.ts';

/** Reads the streams of learners in a log. */
export function learnerStreams(log: UpcastingLog): StreamReader<LearnerEvents> {
  return streamReader<LearnerEvents>(log, learnerEventTypes);
}
