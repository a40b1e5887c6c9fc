import type { LevelPolicy } from '../../domain/vocabulary/level-policies.ts';
import type { Level } from '../../domain/vocabulary/levels.ts';
import { type MovingEvent, movesOf } from '../moves.ts';
import type { Recorded } from '../projection.ts';
import { first, key, last, optional } from '../read-model/columns.ts';
import { type Add, readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

const tables = {
  /** Entries of all epochs; the current ones are of the epoch in `vocabulary_epochs`. */
  vocabulary_entries: {
    learner: key.text,
    language: key.text,
    epoch: key.int,
    fragment: key.text,
    level: last.oneOf<Level>(),
    changed_at: last.timestamptz,
    /** The first sentence whose answers moved it from new; null if it was only marked. */
    met_in: optional(first.text),
  },
  /** The learner's current epoch (a reset opens the next, its undo returns to the one before) and its level policy. */
  vocabulary_epochs: {
    learner: key.text,
    language: key.text,
    epoch: last.int,
    policy: optional(last.oneOf<LevelPolicy>(), 'standard'),
  },
};

/** The sentence whose answers moved the levels; undefined after marks. */
function sentenceOf({ type, data }: MovingEvent): string | undefined {
  if (type === 'SentenceAnswered') return data.sentence;
  return type === 'FragmentChanged' && data.cause.kind === 'answer' ? data.cause.sentence : undefined;
}

function moved(event: MovingEvent, add: Add<typeof tables>): void {
  const moves = movesOf(event);
  const policy = policyOf(event);
  if (moves.length === 0 && policy === undefined) return;
  const { learner, scope: language } = ownerOf(event.stream);
  const { epoch } = event.data;
  const sentence = sentenceOf(event);
  for (const { fragment, from, to: level } of moves)
    add.vocabulary_entries({
      learner,
      language,
      epoch,
      fragment,
      level,
      changed_at: event.metadata.at,
      ...(from === 'new' && sentence !== undefined && { met_in: sentence }),
    });
  add.vocabulary_epochs({ learner, language, epoch, ...(policy && { policy }) });
}

function policyOf({ type, data }: MovingEvent): LevelPolicy | undefined {
  return type === 'FragmentsChanged' && data.cause.kind === 'policy' ? data.cause.policy : undefined;
}

function entered(
  { stream, data: { epoch } }: Recorded<'VocabularyReset' | 'VocabularyResetUndone'>,
  add: Add<typeof tables>,
): void {
  const { learner, scope: language } = ownerOf(stream);
  add.vocabulary_epochs({ learner, language, epoch });
}

/** The level of each fragment a learner has met (spec 3, vocabulary entry), and where it was met. */
export const vocabularyEntries = readModel({
  name: 'vocabulary-entries',
  version: 4,
  tables,
  rowsOf: {
    SentenceAnswered: moved,
    FragmentsChanged: moved,
    FragmentChanged: moved,
    VocabularyReset: entered,
    VocabularyResetUndone: entered,
  },
});
