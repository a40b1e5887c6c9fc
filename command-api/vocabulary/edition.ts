import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import { uuidOf } from '../../event-store/aggregate/event-ids.ts';
import { vocabulary, vocabularyStream } from './aggregate.ts';
import { accountsAfter } from './all-accounts.ts';

/** Accounts processed between two checkpoints. */
const PAGE = 200;

/** The actor in events that an edition causes. */
export const editionActor = 'edition';

/**
 * Applies the merges of an edition to every vocabulary: one event for each vocabulary that changes. Resumes from its
 * checkpoint; applying a merge twice changes nothing.
 * @returns number of changed vocabularies
 */
export async function followEdition(
  { db, aggregates }: { readonly db: Kysely<Database>; readonly aggregates: Aggregates },
  { at, signal }: { readonly at: string; readonly signal: AbortSignal },
): Promise<number> {
  const pending = await db
    .selectFrom('fragment_merges')
    .innerJoin('fragments', 'fragments.id', 'fragment_merges.survivor')
    .select(['fragment', 'survivor', 'language_id', 'followed_to'])
    .where('done', '=', false)
    .orderBy('fragment')
    .execute();
  if (pending.length === 0) return 0;
  const named = pending.map(({ fragment }) => fragment);
  const byLanguage = Map.groupBy(pending, ({ language_id }) => language_id);
  let moved = 0;
  let after = pending.map(({ followed_to }) => followed_to).sort()[0] ?? '';
  for (;;) {
    const accounts = await accountsAfter(db, after, PAGE);
    for (const id of accounts)
      for (const [language, merges] of byLanguage) {
        if (signal.aborted) return moved;
        const stream = vocabularyStream(id, language);
        const command: VocabularyCommand = {
          type: 'follow edition',
          merges: merges.map(({ fragment, survivor }) => [fragment, survivor]),
        };
        const { state, revision } = await aggregates.load(vocabulary, stream);
        // A command that changes nothing leaves an event, which would begin a vocabulary for everybody.
        if (changesNothing(vocabulary.decide(state, command))) continue;
        // The revision: a later edition may make a merge again that another one took back (decision 65).
        const commandId = uuidOf([stream, revision, command.merges]);
        const executed = await aggregates.execute(vocabulary, stream, command, {
          commandId,
          actor: editionActor,
          at,
        });
        if (executed.outcome === 'refused') throw new Error(`${stream}: ${executed.refusal.refused}`);
        if (executed.events.length > 0) moved += 1;
      }
    const last = accounts.at(-1);
    if (last === undefined) break;
    after = last;
    await db
      .updateTable('fragment_merges')
      .set({ followed_to: after })
      .where('fragment', 'in', named)
      .execute();
  }
  await db.updateTable('fragment_merges').set({ done: true }).where('fragment', 'in', named).execute();
  return moved;
}

function changesNothing(decided: ReturnType<typeof vocabulary.decide>): boolean {
  return !isRefusal(decided) && decided.length === 0;
}
