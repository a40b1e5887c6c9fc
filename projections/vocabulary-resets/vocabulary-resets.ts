import { first, key, last, optional } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** The audit trail of resets: who reset whom and when, and who undid it. */
export const vocabularyResets = readModel({
  name: 'vocabulary-resets',
  version: 1,
  tables: {
    vocabulary_resets: {
      learner: key.text,
      language: key.text,
      // The epoch that the reset opened.
      epoch: key.int,
      reset_at: optional(first.timestamptz),
      // Account ids.
      reset_by: optional(first.text),
      undone_at: optional(last.timestamptz),
      undone_by: optional(last.text),
    },
  },
  rowsOf: {
    VocabularyReset({ stream, data: { epoch }, metadata: { at, actor } }, add) {
      const { learner, scope: language } = ownerOf(stream);
      add.vocabulary_resets({ learner, language, epoch, reset_at: at, reset_by: actor });
    },
    VocabularyResetUndone({ stream, data: { abandoned }, metadata: { at, actor } }, add) {
      const { learner, scope: language } = ownerOf(stream);
      add.vocabulary_resets({ learner, language, epoch: abandoned, undone_at: at, undone_by: actor });
    },
  },
});
