import { key, sum } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';

/** How often each option of each question was chosen. */
export const answerStatistics = readModel({
  name: 'answer-statistics',
  version: 2,
  tables: {
    answer_statistics: {
      book: key.text,
      question: key.text,
      kind: key.text,
      // As stored: 0 the right one, 1 to 9 a wrong one, -1 for 'I don't know yet'.
      chosen: key.smallint,
      times: sum.int,
      milliseconds: sum.bigint,
    },
  },
  rowsOf: {
    SentenceAnswered({ data: { book, answers } }, add) {
      for (const [question, kind, chosen, , milliseconds] of answers)
        add.answer_statistics({ book, question, kind, chosen: chosen ?? -1, times: 1, milliseconds });
    },
  },
});
