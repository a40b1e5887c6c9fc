import { gainOf, type MovingEvent } from '../moves.ts';
import type { Recorded } from '../projection.ts';
import { key, last, rowOf, sum } from '../read-model/columns.ts';
import { type Add, readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

const tables = {
  known_counts: {
    learner: key.text,
    language: key.text,
    epoch: key.int,
    thirds: sum.int,
    current: rowOf('known_count_epochs'),
  },
  /** The epoch a learner is in: a reset opens the next, undoing it returns to the one before. */
  known_count_epochs: { learner: key.text, language: key.text, epoch: last.int },
};

function addGain(event: MovingEvent, add: Add<typeof tables>): void {
  const gain = gainOf(event);
  if (gain !== undefined) addEpochRows(event, add, gain);
}

function addEpochRows(
  { stream, data: { epoch } }: MovingEvent | Recorded<'VocabularyReset' | 'VocabularyResetUndone'>,
  add: Add<typeof tables>,
  gain = 0,
): void {
  const { learner, scope: language } = ownerOf(stream);
  add.known_counts({ learner, language, epoch, thirds: gain });
  add.known_count_epochs({ learner, language, epoch });
}

/** Sum of the thirds of a learner's fragments, a row per epoch (spec 4: I=0, II=1/3, III=2/3, IV=1). */
export const knownCounts = readModel({
  name: 'known-counts',
  version: 2,
  tables,
  rowsOf: {
    SentenceAnswered: addGain,
    FragmentsChanged: addGain,
    FragmentChanged: addGain,
    VocabularyReset: (event, add) => addEpochRows(event, add),
    VocabularyResetUndone: (event, add) => addEpochRows(event, add),
  },
});
