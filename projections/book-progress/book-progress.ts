import { folded, upsert } from '../merge.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';

/** What was read of each chapter. Totals come from the catalogue when asked, so that correcting a book changes nothing here. */
const progress: Table = {
  name: 'book_progress',
  columns: {
    learner: 'text',
    book: 'text',
    chapter: 'int',
    opened_at: 'timestamptz',
    sentences_read: 'int',
    finished_at: 'timestamptz',
    last_read_at: 'timestamptz',
  },
  key: ['learner', 'book', 'chapter'],
};

type Wanted = Recorded<'ChapterOpened' | 'SentenceRead' | 'ChapterFinished'>;

interface Progress {
  opened: string | null;
  read: number;
  finished: string | null;
  lastRead: string | null;
}

function fold(): Fold<Wanted> {
  const chapters = folded((): Progress => ({ opened: null, read: 0, finished: null, lastRead: null }));
  return {
    add(batch) {
      for (const { stream, type, data, metadata } of batch) {
        const { learner, of: book } = ownerOf(stream);
        const chapter = chapters.of(learner, book, data.chapter);
        chapter.opened ??= metadata.at;
        if (type === 'ChapterFinished') chapter.finished ??= metadata.at;
        if (type !== 'SentenceRead') continue;
        chapter.read = Math.max(chapter.read, data.position);
        chapter.lastRead = metadata.at;
      }
    },
    size: () => chapters.size,
    rows: () => ({
      book_progress: chapters.rows(({ opened, read, finished, lastRead }) => [
        opened,
        read,
        finished,
        lastRead,
      ]),
    }),
  };
}

export const bookProgress = projection<Wanted['type']>({
  name: 'book-progress',
  version: 1,
  events: ['ChapterOpened', 'SentenceRead', 'ChapterFinished'],
  tables: [progress],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    upsert(
      trx,
      progress,
      [...(changes.rows()['book_progress'] ?? [])],
      `sentences_read = greatest(old.sentences_read, excluded.sentences_read),
       finished_at = coalesce(old.finished_at, excluded.finished_at),
       last_read_at = coalesce(excluded.last_read_at, old.last_read_at)`,
    );
  },
});
