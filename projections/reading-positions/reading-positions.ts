import { key, last, max, optional } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** Where a learner goes on in each chapter (spec 3, lastRead). */
export const readingPositions = readModel({
  name: 'reading-positions',
  version: 2,
  tables: {
    reading_positions: {
      learner: key.text,
      book: key.text,
      chapter: key.int,
      next_sentence: optional(last.text),
      position: optional(last.int, 0),
      finished: optional(max.boolean, false),
      updated_at: last.timestamptz,
    },
  },
  rowsOf: {
    SentenceRead({ stream, data: { chapter, next, position }, metadata: { at } }, add) {
      const { learner, scope: book } = ownerOf(stream);
      add.reading_positions({ learner, book, chapter, next_sentence: next, position, updated_at: at });
    },
    ChapterFinished({ stream, data: { chapter }, metadata: { at } }, add) {
      const { learner, scope: book } = ownerOf(stream);
      add.reading_positions({ learner, book, chapter, finished: true, updated_at: at });
    },
  },
});
