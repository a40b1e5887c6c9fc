import type { Level } from '../../domain/vocabulary/levels.ts';
import { type MovingEvent, movesOf } from '../moves.ts';
import type { Recorded } from '../projection.ts';
import { key, last } from '../read-model/columns.ts';
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
  },
  /** The epoch a learner is in: a reset opens the next, undoing it returns to the one before. */
  vocabulary_epochs: { learner: key.text, language: key.text, epoch: last.int },
};

function moved(event: MovingEvent, add: Add<typeof tables>): void {
  const moves = movesOf(event);
  if (moves.length === 0) return;
  const { learner, scope: language } = ownerOf(event.stream);
  const { epoch } = event.data;
  for (const { fragment, to: level } of moves)
    add.vocabulary_entries({ learner, language, epoch, fragment, level, changed_at: event.metadata.at });
  add.vocabulary_epochs({ learner, language, epoch });
}

function entered(
  { stream, data: { epoch } }: Recorded<'VocabularyReset' | 'VocabularyResetUndone'>,
  add: Add<typeof tables>,
): void {
  const { learner, scope: language } = ownerOf(stream);
  add.vocabulary_epochs({ learner, language, epoch });
}

/** The level of each fragment a learner has met (spec 3, vocabulary entry). */
export const vocabularyEntries = readModel({
  name: 'vocabulary-entries',
  version: 2,
  tables,
  rowsOf: {
    SentenceAnswered: moved,
    FragmentsChanged: moved,
    FragmentChanged: moved,
    VocabularyReset: entered,
    VocabularyResetUndone: entered,
  },
});
