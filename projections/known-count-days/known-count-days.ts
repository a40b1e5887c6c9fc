import { thirds } from '../../domain/vocabulary/levels.ts';
import { type MovingEvent, movesOf } from '../moves.ts';
import type { Recorded } from '../projection.ts';
import { key, last, rowOf, sum } from '../read-model/columns.ts';
import { type Add, readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

const tables = {
  /**
   * Change of a known count per day (UTC) and epoch, by what changed it, in thirds as in known_counts; and which epoch was
   * current at the day's end. The known count at the end of a day is the sum of all changes up to it in the epoch current
   * on that day. Every day on which a vocabulary changed has exactly one current row.
   */
  known_count_days: {
    learner: key.text,
    language: key.text,
    day: key.date,
    epoch: key.int,
    /** Gained by answers while reading. */
    read: sum.int,
    /** Gained by answers in reviews. */
    reviewed: sum.int,
    /** Gained by a placement, a list or an import. */
    credited: sum.int,
    /** Gained in any other way: by marks, taps, undos, a corrected book, a switch of the level policy. */
    raised: sum.int,
    /** Lost, in whatever way, wrong answers under another level policy included: negative. */
    lowered: sum.int,
    current: rowOf('known_count_day_epochs'),
  },
  /** The epoch a learner was in at the end of a day. */
  known_count_day_epochs: { learner: key.text, language: key.text, day: key.date, epoch: last.int },
};

type Source = 'read' | 'reviewed' | 'credited' | 'raised';
const credits: ReadonlySet<string> = new Set(['placement', 'list', 'import']);

function sourceOf({ type, data }: MovingEvent): Source {
  switch (type) {
    case 'SentenceAnswered':
      return data.occasion === 'review' ? 'reviewed' : data.occasion === 'placement' ? 'credited' : 'read';
    case 'FragmentsChanged':
      return credits.has(data.cause.kind) ? 'credited' : 'raised';
    case 'FragmentChanged':
      // In old logs each move by an answer is a separate event.
      return data.cause.kind === 'answer' ? 'read' : 'raised';
  }
}

function moved(event: MovingEvent, add: Add<typeof tables>): void {
  const moves = movesOf(event);
  if (moves.length === 0) return;
  const source = sourceOf(event);
  const changes = { read: 0, reviewed: 0, credited: 0, raised: 0, lowered: 0 };
  for (const { from, to } of moves) {
    const change = thirds[to] - thirds[from];
    changes[change < 0 ? 'lowered' : source] += change;
  }
  addDay(event, add, changes);
}

function addDay(
  { stream, data: { epoch }, metadata }: MovingEvent | Recorded<'VocabularyReset' | 'VocabularyResetUndone'>,
  add: Add<typeof tables>,
  changes: Readonly<Partial<Record<Source | 'lowered', number>>>,
): void {
  const { learner, scope: language } = ownerOf(stream);
  const day = metadata.at.slice(0, 10);
  add.known_count_days({ learner, language, day, epoch, ...changes });
  add.known_count_day_epochs({ learner, language, day, epoch });
}

/** How each learner's known count changed day by day, and by what; resets and undone resets included. */
export const knownCountDays = readModel({
  name: 'known-count-days',
  version: 1,
  tables,
  rowsOf: {
    SentenceAnswered: moved,
    FragmentsChanged: moved,
    FragmentChanged: moved,
    VocabularyReset: (event, add) => addDay(event, add, {}),
    VocabularyResetUndone: (event, add) => addDay(event, add, {}),
  },
});
