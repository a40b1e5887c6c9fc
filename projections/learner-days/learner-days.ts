import { folded, upsert } from '../merge.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';
import { ownerOf } from '../streams.ts';

/** What each learner did on each day (UTC, by when the command was decided). */
const table: Table = {
  name: 'learner_days',
  columns: {
    learner: 'text',
    day: 'date',
    answers: 'int',
    right_answers: 'int',
    sentences: 'int',
    milliseconds: 'bigint',
  },
  key: ['learner', 'day'],
};

type Wanted = Recorded<'SentenceAnswered' | 'SentenceRead'>;

function fold(): Fold<Wanted> {
  const days = folded(() => ({ answers: 0, right: 0, sentences: 0, milliseconds: 0 }));
  return {
    add(batch) {
      for (const { stream, type, data, metadata } of batch) {
        const day = days.of(ownerOf(stream).learner, metadata.at.slice(0, 10));
        if (type === 'SentenceRead') day.sentences += 1;
        else
          for (const [, , , right, milliseconds] of data.answers) {
            day.answers += 1;
            day.right += right ? 1 : 0;
            day.milliseconds += milliseconds;
          }
      }
    },
    size: () => days.size,
    rows: () => ({
      learner_days: days.rows(({ answers, right, sentences, milliseconds }) => [
        answers,
        right,
        sentences,
        milliseconds,
      ]),
    }),
  };
}

export const learnerDays = projection<Wanted['type']>({
  name: 'learner-days',
  version: 2,
  events: ['SentenceAnswered', 'SentenceRead'],
  tables: [table],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    upsert(
      trx,
      table,
      [...(changes.rows()['learner_days'] ?? [])],
      `answers = old.answers + excluded.answers, right_answers = old.right_answers + excluded.right_answers,
       sentences = old.sentences + excluded.sentences, milliseconds = old.milliseconds + excluded.milliseconds`,
    );
  },
});
