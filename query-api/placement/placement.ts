import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { placementOf } from '../../domain/placement/placement.ts';
import { chooseOptions } from '../../domain/quiz/options.ts';
import { seeded } from '../../domain/quiz/random.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Serve } from '../../facade/express/api.ts';
import { placement } from '../../facade/placement.ts';
import type { ReadModels } from '../consistency.ts';
import { nextQuestion } from './next-question.ts';
import { type RankedQuestion, rankings } from './ranking.ts';
import { resultOf } from './result.ts';

/** A placement has no state on the server: its answers come with each call (decision 49). */
export function servePlacement(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  const rankingOf = rankings(db);

  serve(placement, async ({ body: { languageId, answers, more }, caller, ...freshness }) => {
    const ranking = await rankingOf(languageId);
    if (!ranking) return refuse('unknown language', { field: 'languageId', because: 'missing' });
    const asked = answers.map(({ question }) => ranking.questions.get(question));
    const unknown = asked.indexOf(undefined);
    if (unknown >= 0)
      return refuse('unknown question', {
        because: 'missing',
        field: 'answers',
        verbose: 'The book was corrected since. Begin again.',
      });
    const twice = answers.find(
      ({ question }, index) => answers.findIndex(one => one.question === question) < index,
    );
    if (twice) return refuse(`question ${twice.question} is answered twice`, { field: 'answers' });

    const ranks = asked.map(question => question?.rank ?? 1);
    const judged = answers.map(({ chosen }, index) => ({ rank: ranks[index] ?? 1, right: chosen === 0 }));
    const placed = placementOf(ranking.model, judged);
    const next = nextQuestion(ranking, placed, {
      asked: asked.flatMap(one => one ?? []),
      more,
      learner: caller.id,
    });
    const told = {
      size: ranking.model.size,
      trace: placed.trace.map(({ low, known, high }): [number, number, number] => [low, known, high]),
    };
    if (next) return { ...told, question: await questionReply(db, next, caller.id), result: null };
    const result = await read.snapshot(['vocabulary-entries'], freshness, snapshot =>
      resultOf(snapshot, ranking, {
        learner: caller.id,
        language: languageId,
        belief: placed.belief,
        judged,
      }),
    );
    return { ...told, question: null, result };
  });
}

/** A question with the sentence it stands in. */
async function questionReply(db: Kysely<Database>, { id, sentence }: RankedQuestion, learner: string) {
  const { word_instance_id, options } = await db
    .selectFrom('questions')
    .select(['word_instance_id', 'options'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const words = await db
    .selectFrom('word_instances')
    .select([
      'id',
      'text',
      'leading_punctuation as leadingPunctuation',
      'trailing_punctuation as trailingPunctuation',
    ])
    .where('sentence_id', '=', sentence)
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
  const chosen = chooseOptions(options, seeded(`${learner} ${id}`));
  return {
    id,
    word: word_instance_id ?? '',
    options: chosen.map(({ stored, text }) => ({ stored, text })),
    words,
  };
}
