import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import { isUntouched } from '../../domain/vocabulary/follow-policy.ts';
import type { VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import type { Aggregates, CommandContext, Executed } from '../../event-store/aggregate/aggregate.ts';
import { vocabulary } from './aggregate.ts';
import { currentPolicy } from './level-policy/current.ts';

const untouched = refuse('the vocabulary has no policy of its own yet');

/** The same aggregate; for an empty vocabulary it stops before deciding. */
const touched: typeof vocabulary = {
  ...vocabulary,
  decide: (state, command) =>
    isUntouched(state) && !isRefusal(command) ? untouched : vocabulary.decide(state, command),
};

/**
 * Executes a learner's command. The policy of new vocabularies is read for the first command only; later the stream has it.
 */
export async function executeLearners(
  { db, aggregates }: { readonly db: Kysely<Database>; readonly aggregates: Aggregates },
  stream: string,
  command: VocabularyCommand | Refusal,
  context: CommandContext,
): Promise<Executed<VocabularyEvent, Refusal>> {
  const done = await aggregates.execute(touched, stream, command, context);
  if (done.outcome === 'done' || done.refusal !== untouched || isRefusal(command)) return done;
  const first = { type: 'first', policy: await currentPolicy(db), command } as const;
  return aggregates.execute(vocabulary, stream, first, context);
}
