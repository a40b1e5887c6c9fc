import { answerTimes } from '../../domain/quiz/answer-times.ts';
import type { GivenAnswer } from '../../domain/vocabulary/vocabulary.ts';
import { key, sum } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

/** What each learner did on each day (UTC, by when the command was decided). */
export const learnerDays = readModel({
  name: 'learner-days',
  version: 3,
  tables: {
    learner_days: {
      learner: key.text,
      day: key.date,
      answers: sum.int,
      right_answers: sum.int,
      sentences: sum.int,
      milliseconds: sum.bigint,
      /** Fragments that were asked for the first time. */
      new_fragments: sum.int,
      // Answers given within so many seconds, including faster ones, to compute a median.
      within_2s: sum.int,
      within_3s: sum.int,
      within_4s: sum.int,
      within_6s: sum.int,
      within_8s: sum.int,
      within_12s: sum.int,
      within_16s: sum.int,
      within_24s: sum.int,
    },
  },
  rowsOf: {
    SentenceAnswered: ({ stream, data: { answers, fragments }, metadata }, add) =>
      add.learner_days({
        learner: ownerOf(stream).learner,
        day: metadata.at.slice(0, 10),
        answers: answers.length,
        right_answers: answers.filter(([, , , right]) => right).length,
        milliseconds: answers.reduce((sum, [, , , , milliseconds]) => sum + milliseconds, 0),
        new_fragments: Object.values(fragments).filter(([from, to]) => from === 'new' && to !== 'new').length,
        ...timesOf(answers),
      }),
    SentenceRead: ({ stream, metadata }, add) =>
      add.learner_days({ learner: ownerOf(stream).learner, day: metadata.at.slice(0, 10), sentences: 1 }),
  },
});

function timesOf(answers: readonly GivenAnswer[]) {
  const counts: Partial<Record<`within_${(typeof answerTimes)[number]}s`, number>> = {};
  for (const seconds of answerTimes)
    counts[`within_${seconds}s`] = answers.filter(([, , , , taken]) => taken <= seconds * 1_000).length;
  return counts;
}
