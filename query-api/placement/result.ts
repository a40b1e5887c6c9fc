import { type Kysely, sql } from 'kysely';
import type { Belief } from '../../domain/placement/belief.ts';
import { creditOf } from '../../domain/placement/credit.ts';
import type { PlacementAnswer } from '../../domain/placement/placement.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { placement } from '../../facade/placement.ts';
import type { Queried } from '../consistency.ts';
import { metLevels } from '../met-levels.ts';
import { shelf } from '../shelf.ts';
import { type Ranking, wordsOf } from './ranking.ts';

type Result = NonNullable<ReplyOf<typeof placement>['result']>;
type Kind = Result['fragments'][number][3];

interface Placed {
  readonly learner: string;
  readonly language: string;
  readonly belief: Belief;
  readonly judged: readonly PlacementAnswer[];
}

/** The fragments to credit: only those that the learner has not met; the others keep their levels. */
export async function resultOf(
  db: Kysely<Queried>,
  { model, fragments }: Ranking,
  { learner, language, belief, judged }: Placed,
): Promise<Result> {
  const answers = new Map(judged.map(({ rank, right }) => [rank, right]));
  const { ranks, counts } = creditOf(model, belief, answers);
  const rows = await db
    .selectFrom('fragments')
    .select(['id', 'text', 'kind', 'pos', 'gloss'])
    .where('id', '=', sql<string>`any(${[...fragments]}::text[])`)
    .execute();
  const rowOf = new Map(rows.map(row => [row.id, row]));
  const met = await metLevels(db, learner, language);
  const kinds: Record<Kind, number> = { small: 0, ending: 0, verb: 0, noun: 0, describing: 0 };
  for (const row of rows) kinds[kindOf(row)]++;
  const kept = { careful: 0, estimated: 0, generous: 0 };
  const credited: Result['fragments'] = [];
  for (const [index, rank] of ranks.entries()) {
    const row = rowOf.get(fragments[rank - 1] ?? '');
    if (!row || met.has(row.id)) continue;
    credited.push([row.id, row.text, row.gloss, kindOf(row)]);
    for (const care of ['careful', 'estimated', 'generous'] as const)
      if (index < counts[care]) kept[care] = credited.length;
  }
  return {
    right: judged.filter(({ right }) => right).length,
    fragments: credited,
    counts: kept,
    kinds,
    chapters: await firstChapters(db, language),
  };
}

function kindOf({ kind, pos }: { readonly kind: 'stem' | 'ending'; readonly pos: string | null }): Kind {
  if (kind === 'ending') return 'ending';
  if (pos === 'verb' || pos === 'noun') return pos;
  return pos === 'adjective' || pos === 'adverb' ? 'describing' : 'small';
}

/** The words of each first chapter that can be asked, by sentence. */
async function firstChapters(db: Kysely<Queried>, language: string): Promise<Result['chapters']> {
  const rows = await wordsOf(db as unknown as Parameters<typeof wordsOf>[0], language)
    .innerJoin('questions', join =>
      join.onRef('questions.word_instance_id', '=', 'word.id').on('questions.retired', '=', false),
    )
    .where('sentence.chapter', '=', 1)
    .select(['books.id as book', 'sentence.id as sentence'])
    .select(['word.stem', 'word.ending1', 'word.ending2', 'word.ending3'])
    .orderBy('sentence.position')
    .orderBy('word.position')
    .execute();
  const byBook = Map.groupBy(rows, ({ book }) => book);
  return (await shelf(db)).flatMap(({ id: bookId, title }) => {
    const words = byBook.get(bookId);
    if (!words) return [];
    const sentences = [...Map.groupBy(words, ({ sentence }) => sentence).values()].map(some =>
      some.map(({ stem, ending1, ending2, ending3 }) =>
        [stem, ending1, ending2, ending3].filter(part => part !== null),
      ),
    );
    return { bookId, title, sentences };
  });
}
