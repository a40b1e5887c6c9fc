import { key, sum } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** What each learner did on each day (UTC, by when the command was decided). */
export const learnerDays = readModel({
  name: 'learner-days',
  version: 2,
  tables: {
    learner_days: {
      learner: key.text,
      day: key.date,
      answers: sum.int,
      right_answers: sum.int,
      sentences: sum.int,
      milliseconds: sum.bigint,
    },
  },
  rowsOf: {
    SentenceAnswered: ({ stream, data: { answers }, metadata }, add) =>
      add.learner_days({
        learner: ownerOf(stream).learner,
        day: metadata.at.slice(0, 10),
        answers: answers.length,
        right_answers: answers.filter(([, , , right]) => right).length,
        milliseconds: answers.reduce((sum, [, , , , milliseconds]) => sum + milliseconds, 0),
      }),
    SentenceRead: ({ stream, metadata }, add) =>
      add.learner_days({ learner: ownerOf(stream).learner, day: metadata.at.slice(0, 10), sentences: 1 }),
  },
});
