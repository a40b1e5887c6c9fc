import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import type { Serve } from '../../facade/express/api.ts';
import { reinitializeAllUsers, resetVocabulary } from '../../facade/vocabularies.ts';
import { vocabulary, vocabularyStream } from './aggregate.ts';

/** Asks whoever runs the projections to rebuild those named; resolves when that has been noted. */
export type RequestReplay = (projections: readonly string[]) => Promise<void>;

/** The read models that a replay for everybody rebuilds. */
const vocabularyModels = ['vocabulary-entries', 'known-counts'] as const;

export interface ResetDependencies {
  readonly db: Kysely<Database>;
  readonly aggregates: Aggregates;
  readonly requestReplay: RequestReplay;
}

/** The admin's two calls on other people's vocabularies (spec 7). */
export function serveResets(serve: Serve, { db, aggregates, requestReplay }: ResetDependencies): void {
  serve(resetVocabulary, async ({ body, caller, commandId, at, wrote }) => {
    const learner = await db
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where(({ fn }) => fn('lower', ['username']), '=', body.username.toLowerCase())
      .executeTakeFirst();
    if (!learner) return refuse('unknown username', { field: 'username', because: 'missing' });
    let newest = '';
    for (const stream of await learnedStreams({ db, aggregates }, learner.id)) {
      const done = await aggregates.execute(
        vocabulary,
        stream,
        { type: 'reset' },
        { commandId, actor: caller.id, at },
      );
      if (done.outcome === 'refused') return done.refusal;
      if (done.position !== undefined && done.position > newest) newest = done.position;
    }
    if (newest !== '') wrote(newest);
    return { message: `Reset ${learner.username}'s vocabulary`, isError: false };
  });

  serve(reinitializeAllUsers, async () => {
    await requestReplay(vocabularyModels);
    return { message: 'The vocabularies of all users are being rebuilt', isError: false };
  });
}

/** A learner has a stream for each language in which something was learned. */
async function learnedStreams(
  { db, aggregates }: Pick<ResetDependencies, 'db' | 'aggregates'>,
  learner: string,
): Promise<readonly string[]> {
  const languages = await db.selectFrom('languages').select('id').orderBy('id').execute();
  const streams = languages.map(({ id }) => vocabularyStream(learner, id));
  const loaded = await Promise.all(streams.map(stream => aggregates.load(vocabulary, stream)));
  return streams.filter((_, index) => loaded[index]?.revision !== 'none');
}
