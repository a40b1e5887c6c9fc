import type { LearnerEvents } from '../../domain/learner-events.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { movedSince, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import {
  type FragmentStep,
  historyOf,
  type RecordedVocabularyEvent,
  replayable,
} from '../../domain/vocabulary/history.ts';
import type { Level } from '../../domain/vocabulary/levels.ts';
import { onlyFragment } from '../../domain/vocabulary/only-fragment.ts';
import { levelWithoutStep } from '../../domain/vocabulary/replay.ts';
import { undoOfStep } from '../../domain/vocabulary/undoing.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import { type StreamOf, type StreamReader, streamPages } from '../../event-store/stream-reader.ts';
import type { BodyOf } from '../../facade/endpoint.ts';
import type { Serve } from '../../facade/express/api.ts';
import { undoStep } from '../../facade/story.ts';
import { vocabulary, vocabularyStream } from './aggregate.ts';

interface UndoStepDependencies {
  readonly aggregates: Aggregates;
  readonly histories: StreamReader<LearnerEvents>;
}

const unknownCommand = refuse('unknown command', { field: 'commandId', because: 'missing' });

const notTheLearners = refuse('nothing to undo', {
  because: 'conflict',
  field: 'commandId',
  verbose: 'How levels are counted is decided for everybody, by an admin.',
});

/** Undo of one step of a fragment's story (decision 40). */
export function serveUndoStep(serve: Serve, { aggregates, histories }: UndoStepDependencies): void {
  serve(undoStep, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const stream = vocabularyStream(caller.id, body.languageId);
    const command = await stepUndo(histories, stream, body);
    const done = await aggregates.execute(vocabulary, stream, command, {
      commandId,
      fingerprint,
      actor: caller.id,
      at,
    });
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { level: body.level };
  });
}

/**
 * Reads the log, because a read model may lag.
 * @param step.level the level that the learner was shown; refused if the history gives another one
 */
export async function stepUndo(
  histories: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  {
    commandId,
    fragmentId,
    revision,
    level,
  }: Pick<BodyOf<typeof undoStep>, 'commandId' | 'fragmentId' | 'revision'> & { readonly level?: Level },
): Promise<VocabularyCommand | Refusal> {
  // A wrong command id costs the read of one event only.
  const {
    events: [named],
  } = await histories.readStream(stream, { after: revision - 1, limit: 1 });
  if (named?.metadata.commandId !== commandId) return unknownCommand;
  // The whole history is needed when an earlier undo names a step from before, and to find a reset.
  for (const after of [revision - 1, -1]) {
    const steps = await stepsFrom(histories, stream, fragmentId, after);
    const step = steps.find(one => one.commandId === commandId);
    if (!step) continue;
    if (step.cause.kind === 'reset' || step.cause.kind === 'reset undone')
      return refuse('nothing to undo', {
        because: 'conflict',
        field: 'commandId',
        verbose: 'A reset is undone for the whole vocabulary, by an admin.',
      });
    if (step.cause.kind === 'policy') return notTheLearners;
    const without = levelWithoutStep(steps.map(replayable), commandId);
    if (without === undefined) continue;
    return level === undefined || level === without
      ? undoOfStep(step, fragmentId, steps, without)
      : movedSince;
  }
  return unknownCommand;
}

/** The fragment's steps above a revision; other fragments are dropped page by page. */
async function stepsFrom(
  reader: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  fragment: string,
  after: number,
): Promise<readonly FragmentStep[]> {
  const narrowed: RecordedVocabularyEvent[] = [];
  for await (const { events } of streamPages(reader, stream, { after }))
    for (const event of events) {
      const narrow = onlyFragment(event, fragment);
      if (narrow) narrowed.push(narrow);
    }
  return historyOf(narrowed, fragment);
}
