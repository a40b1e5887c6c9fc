import type { Level } from '../../domain/vocabulary/levels.ts';
import type { VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import { folded, upsert } from '../merge.ts';
import { movesOf, vocabularyEvents } from '../moves.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';

/** Entries of every epoch; those that count are of the epoch that `vocabulary_epochs` names. */
const entries: Table = {
  name: 'vocabulary_entries',
  columns: {
    learner: 'text',
    language: 'text',
    epoch: 'int',
    fragment: 'text',
    level: 'text',
    changed_at: 'timestamptz',
  },
  key: ['learner', 'language', 'epoch', 'fragment'],
};

/** The epoch a learner is in: a reset opens the next, undoing it returns to the one before. */
const epochs: Table = {
  name: 'vocabulary_epochs',
  columns: { learner: 'text', language: 'text', epoch: 'int' },
  key: ['learner', 'language'],
};

type Wanted = Recorded<VocabularyEvent['type']>;

function fold(): Fold<Wanted> {
  const changed = folded(() => ({ level: 'new' as Level, at: '' }));
  const current = folded(() => ({ epoch: 0 }));
  return {
    add(batch) {
      for (const event of batch) {
        const { learner, of: language } = ownerOf(event.stream);
        const { epoch } = event.data;
        current.of(learner, language).epoch = epoch;
        for (const [fragment, , to] of movesOf(event)) {
          const entry = changed.of(learner, language, epoch, fragment);
          entry.level = to;
          entry.at = event.metadata.at;
        }
      }
    },
    size: () => changed.size,
    rows: () => ({
      vocabulary_entries: changed.rows(({ level, at }) => [level, at]),
      vocabulary_epochs: current.rows(({ epoch }) => [epoch]),
    }),
  };
}

/** The level of each fragment a learner has met (spec 3, vocabulary entry). */
export const vocabularyEntries = projection<Wanted['type']>({
  name: 'vocabulary-entries',
  version: 2,
  events: vocabularyEvents,
  tables: [entries, epochs],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    const { vocabulary_entries = [], vocabulary_epochs = [] } = changes.rows();
    upsert(trx, entries, [...vocabulary_entries], 'level = excluded.level, changed_at = excluded.changed_at');
    upsert(trx, epochs, [...vocabulary_epochs], 'epoch = excluded.epoch');
  },
});
