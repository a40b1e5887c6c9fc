import { gainOf, type MovingEvent } from '../moves.ts';
import type { Recorded } from '../projection.ts';
import { key, last, rowOf, sum } from '../read-model/columns.ts';
import { type Add, readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';
import { weekOf } from '../weeks.ts';

const tables = {
  /**
   * Change of a known count per week and epoch, and which epoch was current at the week's end. The known count at the end
   * of a week is the sum of the gains up to it in the epoch current in that week. Every week in which a vocabulary
   * changed has exactly one current row.
   */
  known_count_weeks: {
    learner: key.text,
    language: key.text,
    // Monday of the week (UTC), by when the command was decided.
    week: key.date,
    epoch: key.int,
    // In thirds, as in known_counts; negative when fragments fell back.
    gained: sum.int,
    current: rowOf('known_count_week_epochs'),
  },
  /** The epoch a learner was in at the end of a week. */
  known_count_week_epochs: { learner: key.text, language: key.text, week: key.date, epoch: last.int },
};

function addGain(event: MovingEvent, add: Add<typeof tables>): void {
  const gain = gainOf(event);
  if (gain !== undefined) addEpochRows(event, add, gain);
}

function addEpochRows(
  { stream, data: { epoch }, metadata }: MovingEvent | Recorded<'VocabularyReset' | 'VocabularyResetUndone'>,
  add: Add<typeof tables>,
  gained = 0,
): void {
  const { learner, scope: language } = ownerOf(stream);
  const week = weekOf(metadata.at);
  add.known_count_weeks({ learner, language, week, epoch, gained });
  add.known_count_week_epochs({ learner, language, week, epoch });
}

/** How each learner's known count grew, week by week; resets and undone resets included. */
export const knownCountWeeks = readModel({
  name: 'known-count-weeks',
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
