import { thirds } from '../../domain/vocabulary/levels.ts';
import type { VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import { columnsOf, folded, unnest, upsert } from '../merge.ts';
import { movesOf, vocabularyEvents } from '../moves.ts';
import { type Fold, projection, type Recorded, type Row, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';

const counts: Table = {
  name: 'known_counts',
  columns: { learner: 'text', language: 'text', epoch: 'int', thirds: 'int', current: 'boolean' },
  key: ['learner', 'language', 'epoch'],
};

type Wanted = Recorded<VocabularyEvent['type']>;

function fold(): Fold<Wanted> {
  const sums = folded(() => ({ thirds: 0 }));
  const current = folded(() => ({ epoch: 0 }));
  return {
    add(batch) {
      for (const event of batch) {
        const { learner, of: language } = ownerOf(event.stream);
        const sum = sums.of(learner, language, event.data.epoch);
        for (const [, from, to] of movesOf(event)) sum.thirds += thirds[to] - thirds[from];
        current.of(learner, language).epoch = event.data.epoch;
      }
    },
    size: () => sums.size,
    rows: () => ({
      known_counts: Array.from(
        sums.rows(sum => [sum.thirds]),
        ([learner = '', language = '', epoch = 0, sum = 0]): Row => {
          const isCurrent = current.of(String(learner), String(language)).epoch === epoch;
          return [learner, language, epoch, sum, isCurrent];
        },
      ),
    }),
  };
}

/** Sum of the thirds of a learner's fragments, a row per epoch (spec 4: I=0, II=1/3, III=2/3, IV=1). */
export const knownCounts = projection<Wanted['type']>({
  name: 'known-counts',
  version: 2,
  events: vocabularyEvents,
  tables: [counts],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    const rows = [...(changes.rows()['known_counts'] ?? [])];
    upsert(trx, counts, rows, 'thirds = old.thirds + excluded.thirds, current = excluded.current');
    // Epochs of earlier batches that a reset or its undoing has ended.
    const current = rows.filter(([, , , , isCurrent]) => isCurrent).map(row => row.slice(0, 3));
    trx.write(
      `update ${trx.table('known_counts')} as old set current = false
       from ${unnest('text', 'text', 'int')} as now (learner, language, epoch)
       where old.learner = now.learner and old.language = now.language and old.epoch <> now.epoch and old.current`,
      columnsOf(current, 3),
    );
  },
});
