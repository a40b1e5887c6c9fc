import { dueAt, scheduler } from '../../scheduling/memory.ts';
import {
  appendStep,
  emptySchedule,
  parsed,
  type Schedule,
  type ScheduleStep,
  serialized,
} from '../../scheduling/schedule.ts';
import { stepsOf } from '../../scheduling/steps.ts';
import type { MovingEvent } from '../moves.ts';
import { key, orNull, state } from '../read-model/columns.ts';
import { type Add, readModel } from '../read-model/read-model.ts';
import { reduced } from '../read-model/reduced.ts';
import { ownerOf } from '../streams.ts';

const fsrs = scheduler();
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

const tables = {
  /**
   * When each fragment is due, in all epochs; the current one is in `vocabulary_epochs`. Null columns: the fragment was met
   * and is new again.
   */
  review_schedule: reduced({
    key: { learner: key.text, language: key.text, epoch: key.int, fragment: key.text },
    columns: {
      due: orNull(state.timestamptz),
      stability: orNull(state.double),
      difficulty: orNull(state.double),
      reps: state.int,
      lapses: state.int,
      /** When it was last answered, marked or credited. */
      last_review: orNull(state.timestamptz),
      /** The sentence of the last answer, if that was wrong. */
      missed_in: orNull(state.text),
      /** The last steps and the memory before them (`scheduling/schedule.ts`). */
      recent: state.text,
    },
    reduce: (schedule: Schedule = emptySchedule, change: ScheduleStep) => appendStep(fsrs, schedule, change),
    encode: ({ memory, base, steps }) => ({
      due: memory && instant(dueAt(memory)),
      stability: memory?.stability ?? null,
      difficulty: memory?.difficulty ?? null,
      reps: memory?.reps ?? 0,
      lapses: memory?.lapses ?? 0,
      last_review: memory && instant(memory.at),
      missed_in: memory?.missedIn ?? null,
      recent: serialized({ base, steps }),
    }),
    decode: ({ stability, difficulty, reps, lapses, last_review, missed_in, recent }) => ({
      memory:
        stability === null || difficulty === null || last_review === null
          ? null
          : { stability, difficulty, reps, lapses, at: last_review.getTime() / 1000, missedIn: missed_in },
      ...parsed(recent),
    }),
  }),
};

function tell(event: MovingEvent, add: Add<typeof tables>): void {
  const { learner, scope: language } = ownerOf(event.stream);
  const { epoch } = event.data;
  for (const { fragment, ...step } of stepsOf(event))
    add.review_schedule({ learner, language, epoch, fragment, step });
}

/**
 * When each fragment is to be asked again, by FSRS with the parameters for everybody (decision 42). A learner's own are
 * applied by the queries (decision 58).
 */
export const reviewSchedule = readModel({
  name: 'review-schedule',
  version: 1,
  tables,
  rowsOf: { SentenceAnswered: tell, FragmentsChanged: tell, FragmentChanged: tell },
});
