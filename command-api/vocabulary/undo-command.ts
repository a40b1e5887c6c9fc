import type { LearnerEvents } from '../../domain/learner-events.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import {
  changesEarlierLevels,
  movedBy,
  movesAnew,
  stepUndoneBy,
  undoOf,
} from '../../domain/vocabulary/undoing.ts';
import type { VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import { type StreamOf, type StreamReader, streamPages } from '../../event-store/stream-reader.ts';
import type { Serve } from '../../facade/express/api.ts';
import { undoCommand } from '../../facade/vocabularies.ts';
import { vocabulary, vocabularyStream } from './aggregate.ts';
import { recounted } from './level-policy/recounted.ts';
import { stepUndo } from './undo-step.ts';

interface UndoDependencies {
  readonly aggregates: Aggregates;
  readonly histories: StreamReader<LearnerEvents>;
}

/** Undo of one of the last commands as a whole (decision 13). */
export function serveUndoCommand(serve: Serve, { aggregates, histories }: UndoDependencies): void {
  serve(undoCommand, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const stream = vocabularyStream(caller.id, body.languageId);
    const undone = body.commandId.toLowerCase();
    const made = await aggregates.eventsOf(vocabulary, stream, { actor: caller.id, commandId: undone });
    const command = made
      ? await undoOfCommand(histories, stream, { id: undone, ...made })
      : refuse('unknown command', { field: 'commandId', because: 'missing' });
    const done = await aggregates.execute(vocabulary, stream, command, {
      commandId,
      fingerprint,
      actor: caller.id,
      at,
    });
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { fragments: movedBy(done.events).map(([fragmentId, [, level]]) => ({ fragmentId, level })) };
  });
}

interface Made {
  readonly id: string;
  readonly events: readonly VocabularyEvent[];
  /** Of the first of its events. */
  readonly revision: number;
}

async function undoOfCommand(
  histories: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  { id, events, revision }: Made,
): Promise<VocabularyCommand | Refusal> {
  const fragmentId = stepUndoneBy(events);
  if (fragmentId !== undefined) return stepUndo(histories, stream, { commandId: id, fragmentId, revision });
  const last = revision + events.length - 1;
  const command = undoOf(id, events);
  if (!('type' in command) || !(await isChangedAfter(histories, stream, last))) return command;
  // The recorded levels belong to another policy, or to a history with a step that was undone since.
  const before = await recounted(histories, stream, { until: revision - 1 });
  const after = await recounted(histories, stream, { until: last });
  return undoOf(id, events, movesAnew(events, { ...before, before: before.levels, after: after.levels }));
}

/** Whether levels before a revision have changed since. */
async function isChangedAfter(
  reader: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  revision: number,
): Promise<boolean> {
  for await (const { events } of streamPages(reader, stream, { after: revision }))
    if (events.some(changesEarlierLevels)) return true;
  return false;
}
