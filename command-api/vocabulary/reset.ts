import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { nothingToUndo, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import type { HandlerRequest, Serve } from '../../facade/express/api.ts';
import { reinitializeAllUsers, resetVocabulary, undoVocabularyReset } from '../../facade/vocabularies.ts';
import { vocabulary, vocabularyStream } from './aggregate.ts';
import { languageIds } from './all-accounts.ts';

/** Requests a rebuild of projections; resolves when the request is stored. */
export type RequestReplay = (projections: readonly string[]) => Promise<void>;

/** The projections that a replay rebuilds: all that depend on vocabularies and their epochs. */
export const vocabularyModels = [
  'vocabulary-entries',
  'fragment-histories',
  'known-counts',
  'known-count-weeks',
  'known-count-days',
  'vocabulary-resets',
  'policy-switches',
  'review-schedule',
] as const;

export interface ResetDependencies {
  readonly db: Kysely<Database>;
  readonly aggregates: Aggregates;
  readonly requestReplay: RequestReplay;
}

/** The admin's commands on learners' vocabularies: reset, undo of a reset, replay (spec 7). */
export function serveResets(serve: Serve, dependencies: ResetDependencies): void {
  serve(resetVocabulary, async ({ body, ...request }) => {
    const learner = await learnerNamed(dependencies.db, body.username);
    if (isRefusal(learner)) return learner;
    const outcomes = await inEveryLanguage(dependencies, learner, { type: 'reset' }, request);
    const message = `Reset ${learner.username}'s vocabulary`;
    return outcomes.find(isRefusal) ?? { message, isError: false, undoable: outcomes.length > 0 };
  });

  serve(undoVocabularyReset, async ({ body, ...request }) => {
    const learner = await learnerNamed(dependencies.db, body.username);
    if (isRefusal(learner)) return learner;
    const outcomes = await inEveryLanguage(dependencies, learner, { type: 'undo reset' }, request);
    // If one language cannot be undone, because of later answers, the others still can.
    if (!outcomes.includes('done')) return outcomes.find(isRefusal) ?? nothingToUndo;
    return { message: `Undid the reset of ${learner.username}'s vocabulary`, isError: false };
  });

  serve(reinitializeAllUsers, async () => {
    await dependencies.requestReplay(vocabularyModels);
    return { message: 'The vocabularies of all users are being rebuilt', isError: false };
  });
}

interface Learner {
  readonly id: string;
  readonly username: string | null;
}

async function learnerNamed(db: Kysely<Database>, username: string): Promise<Learner | Refusal> {
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where(({ fn }) => fn('lower', ['username']), '=', username.toLowerCase())
    .executeTakeFirst();
  return found ?? refuse('unknown username', { field: 'username', because: 'missing' });
}

/** Outcome of the command in each language with a vocabulary. */
async function inEveryLanguage(
  { db, aggregates }: ResetDependencies,
  learner: Learner,
  command: VocabularyCommand,
  {
    caller,
    commandId,
    fingerprint,
    at,
    appended,
  }: Pick<HandlerRequest<typeof resetVocabulary>, 'caller' | 'commandId' | 'fingerprint' | 'at' | 'appended'>,
): Promise<readonly ('done' | Refusal)[]> {
  const outcomes: ('done' | Refusal)[] = [];
  let newest = '';
  for (const stream of await learnedStreams({ db, aggregates }, learner.id)) {
    const executed = await aggregates.execute(vocabulary, stream, command, {
      commandId,
      fingerprint,
      actor: caller.id,
      at,
    });
    outcomes.push(executed.outcome === 'done' ? 'done' : executed.refusal);
    if (executed.outcome === 'done' && executed.position > newest) newest = executed.position;
  }
  if (newest !== '') appended(newest);
  return outcomes;
}

/** The learner's streams, one for each language with a vocabulary. */
async function learnedStreams(
  { db, aggregates }: Pick<ResetDependencies, 'db' | 'aggregates'>,
  learner: string,
): Promise<readonly string[]> {
  const streams = (await languageIds(db)).map(language => vocabularyStream(learner, language));
  const loaded = await Promise.all(streams.map(stream => aggregates.load(vocabulary, stream)));
  return streams.filter((_, index) => loaded[index]?.revision !== 'none');
}
