import { folded, upsert } from '../merge.ts';
import { type Fold, projection, type Recorded, type Table } from '../projection.ts';

/** How often each option of each question was chosen. */
const table: Table = {
  name: 'answer_statistics',
  columns: {
    book: 'text',
    question: 'text',
    kind: 'text',
    // As stored: 0 the right one, 1 to 9 a wrong one, -1 for 'I don't know yet'.
    chosen: 'smallint',
    times: 'int',
    milliseconds: 'bigint',
  },
  key: ['book', 'question', 'kind', 'chosen'],
};

type Wanted = Recorded<'SentenceAnswered'>;

function fold(): Fold<Wanted> {
  const options = folded(() => ({ times: 0, milliseconds: 0 }));
  return {
    add(batch) {
      for (const { data } of batch)
        for (const [question, kind, chosen, , milliseconds] of data.answers) {
          const option = options.of(data.book, question, kind, chosen ?? -1);
          option.times += 1;
          option.milliseconds += milliseconds;
        }
    },
    size: () => options.size,
    rows: () => ({ answer_statistics: options.rows(({ times, milliseconds }) => [times, milliseconds]) }),
  };
}

export const answerStatistics = projection<Wanted['type']>({
  name: 'answer-statistics',
  version: 2,
  events: ['SentenceAnswered'],
  tables: [table],
  fold,
  apply(batch, trx) {
    const changes = fold();
    changes.add(batch);
    upsert(
      trx,
      table,
      [...(changes.rows()['answer_statistics'] ?? [])],
      'times = old.times + excluded.times, milliseconds = old.milliseconds + excluded.milliseconds',
    );
  },
});
