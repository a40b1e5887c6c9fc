import { thirds } from '../../domain/vocabulary/levels.ts';
import type { VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import { columnsOf, folded, unnest, upsert } from '../merge.ts';
import { movesOf, vocabularyEvents } from '../moves.ts';
import { type Fold, projection, type Recorded, type Row, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';
import { weekOf } from '../weeks.ts';

/**
 * What each week added to a known count, and which epoch stood at the week's end: the known count at the end of a week
 * is the sum of the gains up to it, of the epoch that is current in that week. Every week in which anything happened
 * to a vocabulary has exactly one current row.
 */
const table: Table = {
  name: 'known_count_weeks',
  columns: {
    learner: 'text',
    language: 'text',
    // Monday of the week (UTC), by when the command was decided.
    week: 'date',
    epoch: 'int',
    // In thirds, as in known_counts; negative when fragments fell back.
    gained: 'int',
    current: 'boolean',
  },
  key: ['learner', 'language', 'week', 'epoch'],
};

type Wanted = Recorded<VocabularyEvent['type']>;

function fold(): Fold<Wanted> {
  const gains = folded(() => ({ thirds: 0 }));
  const current = folded(() => ({ epoch: 0 }));
  return {
    add(batch) {
      for (const event of batch) {
        const { learner, of: language } = ownerOf(event.stream);
        const week = weekOf(event.metadata.at);
        const gain = gains.of(learner, language, week, event.data.epoch);
        for (const [, from, to] of movesOf(event)) gain.thirds += thirds[to] - thirds[from];
        current.of(learner, language, week).epoch = event.data.epoch;
      }
    },
    size: () => gains.size,
    rows: () => ({
      known_count_weeks: Array.from(
        gains.rows(gain => [gain.thirds]),
        ([learner = '', language = '', week = '', epoch = 0, gained = 0]): Row => {
          const isCurrent = current.of(String(learner), String(language), String(week)).epoch === epoch;
          return [learner, language, week, epoch, gained, isCurrent];
        },
      ),
    }),
  };
}

/** How each learner's known count grew, week by week; resets and undone resets included. */
export const knownCountWeeks = projection<Wanted['type']>({
  name: 'known-count-weeks',
  version: 2,
  events: vocabularyEvents,
  tables: [table],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    const rows = [...(changes.rows()['known_count_weeks'] ?? [])];
    upsert(trx, table, rows, 'gained = old.gained + excluded.gained, current = excluded.current');
    // Epochs of earlier batches of the same week that a reset or its undoing has ended.
    const current = rows.filter(row => row.at(-1) === true).map(row => row.slice(0, 4));
    trx.write(
      `update ${trx.table('known_count_weeks')} as old set current = false
       from ${unnest('text', 'text', 'date', 'int')} as now (learner, language, week, epoch)
       where old.learner = now.learner and old.language = now.language and old.week = now.week
         and old.epoch <> now.epoch and old.current`,
      columnsOf(current, 4),
    );
  },
});
