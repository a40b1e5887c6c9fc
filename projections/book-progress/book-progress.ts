import { first, key, last, max, optional } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** Reading progress per chapter. Totals come from the catalogue at query time, so that corrections of a book change nothing here. */
export const bookProgress = readModel({
  name: 'book-progress',
  version: 2,
  tables: {
    book_progress: {
      learner: key.text,
      book: key.text,
      chapter: key.int,
      opened_at: first.timestamptz,
      sentences_read: optional(max.int, 0),
      finished_at: optional(first.timestamptz),
      last_read_at: optional(last.timestamptz),
    },
  },
  rowsOf: {
    ChapterOpened({ stream, data: { chapter }, metadata: { at } }, add) {
      const { learner, scope: book } = ownerOf(stream);
      add.book_progress({ learner, book, chapter, opened_at: at });
    },
    SentenceRead({ stream, data: { chapter, position }, metadata: { at } }, add) {
      const { learner, scope: book } = ownerOf(stream);
      add.book_progress({
        learner,
        book,
        chapter,
        opened_at: at,
        sentences_read: position,
        last_read_at: at,
      });
    },
    ChapterFinished({ stream, data: { chapter }, metadata: { at } }, add) {
      const { learner, scope: book } = ownerOf(stream);
      add.book_progress({ learner, book, chapter, opened_at: at, finished_at: at });
    },
  },
});
