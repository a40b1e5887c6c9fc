import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { MOST_KEPT } from '../../domain/vocabulary/kept.ts';
import type { Caller, Serve } from '../../facade/express/api.ts';
import { keepClause, keepFragment, letGo } from '../../facade/kept.ts';
import { type Chapters, type IsSubscribed, refuseUnpaid } from '../catalogue/chapters.ts';

interface KeptDependencies {
  readonly db: Kysely<Database>;
  readonly isSubscribed: IsSubscribed;
  readonly chapters: Chapters;
}

/** Kept words and clauses (decision 41). Not event-sourced, because a note must be deletable: the last write wins. */
export function serveKept(serve: Serve, dependencies: KeptDependencies): void {
  const { db } = dependencies;
  serve(keepFragment, async ({ body: { fragmentId, note }, caller }) => {
    const known = await db
      .selectFrom('fragments')
      .select('id')
      .where('id', '=', fragmentId)
      .executeTakeFirst();
    if (!known) return refuse('unknown fragment', { field: 'fragmentId', because: 'missing' });
    const changed = await db
      .updateTable('kept')
      .set({ note })
      .where('learner', '=', caller.id)
      .where('fragment_id', '=', fragmentId)
      .returning('id')
      .executeTakeFirst();
    if (changed) return changed;
    const full = await refuseMore(db, caller);
    if (full) return full;
    return db
      .insertInto('kept')
      .values({ learner: caller.id, fragment_id: fragmentId, note })
      .onConflict(conflict => conflict.columns(['learner', 'fragment_id']).doUpdateSet({ note }))
      .returning('id')
      .executeTakeFirstOrThrow();
  });

  serve(keepClause, async ({ body: { sentenceId, clause, note }, caller }) => {
    const changed = await db
      .updateTable('kept')
      .set({ note })
      .where('learner', '=', caller.id)
      .where('sentence_id', '=', sentenceId)
      .where('clause', '=', clause)
      .returning('id')
      .executeTakeFirst();
    if (changed) return changed;
    const text = await clauseText(dependencies, caller, sentenceId, clause);
    if (isRefusal(text)) return text;
    const full = await refuseMore(db, caller);
    if (full) return full;
    return db
      .insertInto('kept')
      .values({ learner: caller.id, sentence_id: sentenceId, clause, text, note })
      .onConflict(conflict => conflict.columns(['learner', 'sentence_id', 'clause']).doUpdateSet({ note }))
      .returning('id')
      .executeTakeFirstOrThrow();
  });

  serve(letGo, async ({ params: { id }, caller }) => {
    await db.deleteFrom('kept').where('id', '=', id).where('learner', '=', caller.id).execute();
    return { id };
  });
}

/** The limit is not exact under concurrent commands, and need not be. */
async function refuseMore(db: Kysely<Database>, { id }: Caller): Promise<Refusal | undefined> {
  const { count } = await db
    .selectFrom('kept')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('learner', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_KEPT) return undefined;
  return refuse('too many are kept', { verbose: `At most ${MOST_KEPT} words and clauses can be kept.` });
}

/** The clause's text, if the caller may open its chapter. */
async function clauseText(
  { db, isSubscribed, chapters }: KeptDependencies,
  caller: Caller,
  sentenceId: string,
  clause: number,
): Promise<string | Refusal> {
  const sentence = await db
    .selectFrom('sentences')
    .select(['book_id', 'chapter'])
    .where('id', '=', sentenceId)
    .where('retired', '=', false)
    .executeTakeFirst();
  if (!sentence) return refuse('unknown sentence', { field: 'sentenceId', because: 'missing' });
  const chapter = await chapters.find(sentence.book_id, sentence.chapter);
  if (isRefusal(chapter)) return chapter;
  const unpaid = await refuseUnpaid(isSubscribed, caller, chapter.number);
  if (unpaid) return unpaid;
  const words = await db
    .selectFrom('word_instances')
    .select(['text', 'leading_punctuation as leading', 'trailing_punctuation as trailingPunctuation'])
    .where('sentence_id', '=', sentenceId)
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
  const inClause = splitIntoClauses(words)[clause];
  if (!inClause) return refuse('unknown clause', { field: 'clause', because: 'missing' });
  return inClause
    .map(({ text, leading, trailingPunctuation }) => leading + text + trailingPunctuation)
    .join(' ');
}
