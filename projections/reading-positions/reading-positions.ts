import { folded, upsert } from '../merge.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';

/** Where a learner goes on in each chapter (spec 3, lastRead). */
const positions: Table = {
  name: 'reading_positions',
  columns: {
    learner: 'text',
    book: 'text',
    chapter: 'int',
    next_sentence: 'text',
    position: 'int',
    finished: 'boolean',
    updated_at: 'timestamptz',
  },
  key: ['learner', 'book', 'chapter'],
};

type Wanted = Recorded<'SentenceRead' | 'ChapterFinished'>;

interface Place {
  next: string | null;
  position: number;
  finished: boolean;
  at: string;
}

function fold(): Fold<Wanted> {
  const places = folded((): Place => ({ next: null, position: 0, finished: false, at: '' }));
  return {
    add(batch) {
      for (const { stream, type, data, metadata } of batch) {
        const { learner, of: book } = ownerOf(stream);
        const place = places.of(learner, book, data.chapter);
        place.at = metadata.at;
        if (type === 'ChapterFinished') place.finished = true;
        else {
          place.next = data.next;
          place.position = data.position;
        }
      }
    },
    size: () => places.size,
    rows: () => ({
      reading_positions: places.rows(({ next, position, finished, at }) => [next, position, finished, at]),
    }),
  };
}

export const readingPositions = projection<Wanted['type']>({
  name: 'reading-positions',
  version: 1,
  events: ['SentenceRead', 'ChapterFinished'],
  tables: [positions],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    upsert(
      trx,
      positions,
      [...(changes.rows()['reading_positions'] ?? [])],
      // A batch that only finishes a chapter has no sentence of its own: position 0 leaves the one that stands.
      `next_sentence = case when excluded.position = 0 then old.next_sentence else excluded.next_sentence end,
       position = case when excluded.position = 0 then old.position else excluded.position end,
       finished = old.finished or excluded.finished, updated_at = excluded.updated_at`,
    );
  },
});
