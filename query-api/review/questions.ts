import { type Kysely, sql } from 'kysely';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { review } from '../../facade/review.ts';
import { parsed, withoutUndone } from '../../scheduling/schedule.ts';
import type { Queried } from '../consistency.ts';
import { contentsOf } from './contents.ts';
import type { Due } from './due.ts';
import { scheduled } from './own-schedule.ts';

type ReviewQuestion = ReplyOf<typeof review>['questions'][number];

/** Steps that are told of a fragment. */
const SHOWN_DEEDS = 4;

/** Words with a question that have one of the fragments, in sentences that the learner has read: a row for each of these. */
async function wordsWith(snapshot: Kysely<Queried>, learner: string, fragments: readonly string[]) {
  const wanted = sql`any(${[...fragments]}::text[])`;
  const { rows } = await sql<{ word: string; sentence: string; question: string; fragment: string }>`
    select word.id as word, word.sentence_id as sentence, question.id as question, fragment
    from word_instances word
    join sentences sentence on sentence.id = word.sentence_id and not sentence.retired
    join books book on book.id = sentence.book_id and not book.withheld
    join read_models.book_progress progress on progress.learner = ${learner}
      and progress.book = sentence.book_id and progress.chapter = sentence.chapter
      and (sentence.position <= progress.sentences_read or progress.finished_at is not null)
    join questions question on question.word_instance_id = word.id and not question.retired
    cross join lateral unnest(array[word.stem, word.ending1, word.ending2, word.ending3]) as fragment
    where not word.retired and word.skipped is null and fragment = ${wanted}
      and (word.stem = ${wanted} or word.ending1 = ${wanted} or word.ending2 = ${wanted} or word.ending3 = ${wanted})
    order by word.id`.execute(snapshot);
  return rows;
}

/** One question for each fragment, but none for a fragment that a question before asks, too. */
export async function questionsFor(
  snapshot: Kysely<Queried>,
  learner: string,
  due: readonly Due[],
): Promise<ReviewQuestion[]> {
  if (due.length === 0) return [];
  const fragments = due.map(({ fragment }) => fragment);
  const rows = await wordsWith(snapshot, learner, fragments);
  const candidates = Map.groupBy(rows, ({ fragment }) => fragment);
  const dueIn = new Map<string, number>();
  for (const { word } of rows) dueIn.set(word, (dueIn.get(word) ?? 0) + 1);
  const covered = new Set<string>();
  const usedSentences = new Set<string>();
  const chosen: { row: (typeof rows)[number]; due: Due }[] = [];
  for (const one of due) {
    if (covered.has(one.fragment)) continue;
    // The word that asks most of what is due, in a sentence of which nothing was asked yet.
    const score = ({ word, sentence }: (typeof rows)[number]) =>
      (dueIn.get(word) ?? 0) - (usedSentences.has(sentence) ? 10 : 0);
    const [row] = (candidates.get(one.fragment) ?? []).toSorted((a, b) => score(b) - score(a));
    if (!row) continue;
    for (const { word, fragment } of rows) if (word === row.word) covered.add(fragment);
    usedSentences.add(row.sentence);
    chosen.push({ row, due: one });
  }
  const recent = await recentOf(
    snapshot,
    learner,
    chosen.map(({ due }) => due.fragment),
  );
  const contents = await contentsOf(
    snapshot,
    learner,
    chosen.map(({ row }) => row.sentence),
    chosen.map(({ row }) => row.question),
  );
  return chosen.flatMap(({ row, due }) => {
    const sentence = contents.sentences.get(row.sentence);
    const options = contents.questions.get(row.question);
    const words = contents.words.get(row.sentence);
    if (!sentence || !options || !words) return [];
    const text =
      words.flatMap(({ fragments }) => fragments).find(({ id }) => id === due.fragment)?.text ?? '';
    const question: ReviewQuestion = {
      id: row.question,
      word: row.word,
      options: [...options],
      fragment: { id: due.fragment, text },
      missed: due.missed,
      steps: stepsOf(recent.get(due.fragment) ?? ''),
      ...sentence,
      words: [...words],
    };
    return [question];
  });
}

/** The last steps of some fragments, as they are stored. */
async function recentOf(
  snapshot: Kysely<Queried>,
  learner: string,
  fragments: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await scheduled(snapshot, learner)
    .where('schedule.fragment', '=', sql<string>`any(${[...fragments]}::text[])`)
    .select(['schedule.fragment', 'schedule.recent'])
    .execute();
  return new Map(rows.map(({ fragment, recent }) => [fragment, recent]));
}

function stepsOf(recent: string): ReviewQuestion['steps'] {
  return withoutUndone(parsed(recent).steps)
    .flatMap(({ change }) =>
      change.kind === 'undo' || change.kind === 'unmet'
        ? []
        : [{ kind: change.kind, at: new Date(change.at * 1000).toISOString() }],
    )
    .slice(-SHOWN_DEEDS);
}
