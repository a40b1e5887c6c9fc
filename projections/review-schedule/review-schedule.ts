import { levels } from '../../domain/vocabulary/levels.ts';
import type { FragmentMove } from '../../domain/vocabulary/vocabulary.ts';
import { type Deed, dueAt, scheduler } from '../../scheduling/memory.ts';
import {
  appendDeed,
  type CommandedDeed,
  emptySchedule,
  parsed,
  type Schedule,
  serialized,
  shortCommandId,
} from '../../scheduling/schedule.ts';
import type { MovingEvent } from '../moves.ts';
import type { Recorded } from '../projection.ts';
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
      /** The last deeds and the memory before them (`scheduling/schedule.ts`). */
      recent: state.text,
    },
    reduce: (schedule: Schedule = emptySchedule, deed: CommandedDeed) => appendDeed(fsrs, schedule, deed),
    encode: ({ memory, base, deeds }) => ({
      due: memory && instant(dueAt(memory)),
      stability: memory?.stability ?? null,
      difficulty: memory?.difficulty ?? null,
      reps: memory?.reps ?? 0,
      lapses: memory?.lapses ?? 0,
      last_review: memory && instant(memory.at),
      missed_in: memory?.missedIn ?? null,
      recent: serialized({ base, deeds }),
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

type NewDeed = Deed | { readonly kind: 'undo'; readonly of: string; readonly at: number };

function adding({ stream, metadata, data: { epoch } }: MovingEvent, add: Add<typeof tables>) {
  const { learner, scope: language } = ownerOf(stream);
  const command = shortCommandId(metadata.commandId);
  return (fragment: string, deed: NewDeed | undefined) => {
    if (deed) add.review_schedule({ learner, language, epoch, fragment, step: { command, deed } });
  };
}

const secondsOf = ({ metadata }: MovingEvent) => Math.floor(Date.parse(metadata.at) / 1000);

/** A sentence is one review of each fragment it asked, and its first answer decides: a later one has seen it. */
function answered(event: Recorded<'SentenceAnswered'>, add: Add<typeof tables>): void {
  const { answers, fragments, sentence } = event.data;
  const at = secondsOf(event);
  const tell = adding(event, add);
  for (const [fragment, [, , ...asking]] of Object.entries(fragments)) {
    const answer = answers[Math.min(...asking)];
    if (answer) tell(fragment, answer[3] ? { kind: 'right', at } : { kind: 'wrong', at, sentence });
  }
}

function changedMany(event: Recorded<'FragmentsChanged'>, add: Add<typeof tables>): void {
  const { cause, fragments } = event.data;
  const at = secondsOf(event);
  const tell = adding(event, add);
  // A policy says how answers are counted, and nothing of what is remembered.
  if (cause.kind === 'policy') return;
  for (const [fragment, move] of Object.entries(fragments))
    tell(
      fragment,
      cause.kind === 'undo' ? { kind: 'undo', at, of: shortCommandId(cause.command) } : moved(move, at),
    );
}

function changedOne(event: Recorded<'FragmentChanged'>, add: Add<typeof tables>): void {
  const { fragment, from, to, cause } = event.data;
  const at = secondsOf(event);
  // In old logs a known fragment moves up by a right answer only; a new one does by any, so it starts as if marked.
  const wasRight = cause.kind === 'answer' && from !== 'new';
  adding(event, add)(fragment, wasRight ? { kind: 'right', at } : moved([from, to], at));
}

function moved([from, to]: FragmentMove, at: number): Deed | undefined {
  if (from === to) return undefined;
  if (to === 'new') return { kind: 'unmet', at };
  return levels.indexOf(to) > levels.indexOf(from) ? { kind: 'raised', at, to } : { kind: 'lowered', at };
}

/** When each fragment is to be asked again, by FSRS (decision 42). */
export const reviewSchedule = readModel({
  name: 'review-schedule',
  version: 1,
  tables,
  rowsOf: { SentenceAnswered: answered, FragmentsChanged: changedMany, FragmentChanged: changedOne },
});
