import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { groupOf } from '../../domain/placement/belief.ts';
import { groupToAsk, type Placement, placementOf } from '../../domain/placement/placement.ts';
import { chooseOptions } from '../../domain/quiz/options.ts';
import { seeded } from '../../domain/quiz/random.ts';
import { refuse } from '../../domain/refusal.ts';
import type { BodyOf } from '../../facade/endpoint.ts';
import type { Serve } from '../../facade/express/api.ts';
import { placement } from '../../facade/placement.ts';
import type { ReadModels } from '../consistency.ts';
import { type RankedQuestion, type Ranking, rankings } from './ranking.ts';
import { resultOf } from './result.ts';

type Answers = BodyOf<typeof placement>['answers'];

/** Sentences up to this many words are preferred, because they are read quickly. */
const SHORT_SENTENCE = 20;

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
    const next = nextQuestion(ranking, placed, answers, more, caller.id);
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

/** The most informative question; the same for the same answers. */
function nextQuestion(
  { model, questions }: Ranking,
  placed: Placement,
  answers: Answers,
  more: boolean,
  learner: string,
): RankedQuestion | undefined {
  const asked = answers.flatMap(({ question }) => questions.get(question) ?? []);
  const ranks = new Set(asked.map(({ rank }) => rank));
  const sentences = new Set(asked.map(({ sentence }) => sentence));
  const open = Map.groupBy(
    [...questions.values()].filter(({ rank }) => !ranks.has(rank)),
    ({ rank }) => groupOf(model, rank),
  );
  const group = groupToAsk(model, placed, open.keys(), more);
  const all = group === undefined ? [] : (open.get(group) ?? []);
  const elsewhere = all.filter(({ sentence }) => !sentences.has(sentence));
  const some = elsewhere.length > 0 ? elsewhere : all;
  const short = some.filter(({ length }) => length <= SHORT_SENTENCE);
  const candidates = (short.length > 0 ? short : some).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const random = seeded(`${learner} placement ${answers.length}`);
  return candidates[Math.floor(random() * candidates.length)];
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
