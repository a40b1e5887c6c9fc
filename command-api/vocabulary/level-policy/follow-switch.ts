import type { Kysely } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import type { LearnerEvents } from '../../../domain/learner-events.ts';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { type Aggregates, StreamChanged } from '../../../event-store/aggregate/aggregate.ts';
import { uuidOf } from '../../../event-store/aggregate/event-ids.ts';
import type { StreamReader } from '../../../event-store/stream-reader.ts';
import { vocabulary, vocabularyStream } from '../aggregate.ts';
import { accountsAfter, languageIds } from '../all-accounts.ts';
import { newestSwitch, policyNamed } from './current.ts';
import { recounted } from './recounted.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly aggregates: Aggregates;
  readonly histories: StreamReader<LearnerEvents>;
}

interface Switch {
  readonly id: string;
  readonly policy: LevelPolicy;
  readonly takesBack: string | null;
  readonly by: string;
}

/** Accounts between two checkpoints; a stop waits for one of them. */
const PAGE = 20;
/** Most recounts of one vocabulary whose learner keeps answering. */
const MAX_MOVED = 20;

/**
 * Appends the event of the newest switch to every vocabulary that does not follow it yet; resumes from its checkpoint. A last
 * pass finds vocabularies that began meanwhile under the old policy.
 * @param options.now ISO 8601
 * @returns number of vocabularies that were switched; undefined when no switch is under way
 */
export async function followSwitch(
  dependencies: Dependencies,
  { now, signal }: { readonly now: () => string; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const { db } = dependencies;
  const row = await newestSwitch(db).selectAll().executeTakeFirst();
  if (row?.state !== 'running') return undefined;
  const { id, takes_back: takesBack, begun_by: by } = row;
  const wanted: Switch = { id, policy: policyNamed(row.policy), takesBack, by };
  let after = row.followed_to;
  let switched = 0;
  for (;;) {
    const [accounts, languages] = [await accountsAfter(db, after, PAGE), await languageIds(db)];
    const last = accounts.at(-1);
    if (last === undefined) break;
    let leftOut = 0;
    for (const account of accounts) {
      const done = await follow(dependencies, wanted, { account, languages }, { now, signal });
      switched += done.switched;
      leftOut += done.leftOut;
      if (signal.aborted) return switched;
    }
    const kept = await db
      .updateTable('level_policy_switches')
      .set(({ eb }) => ({
        followed_to: last,
        accounts_done: eb('accounts_done', '+', accounts.length),
        left_out: eb('left_out', '+', leftOut),
      }))
      .where('id', '=', id)
      .where('state', '=', 'running')
      // Another process may have taken over.
      .where('followed_to', '=', after)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n) return switched;
    after = last;
  }
  // A second pass over all vocabularies; cheap, because those that have switched are only loaded.
  for (let from = ''; ; ) {
    const [accounts, languages] = [await accountsAfter(db, from, PAGE), await languageIds(db)];
    for (const account of accounts) {
      switched += (await follow(dependencies, wanted, { account, languages }, { now, signal })).switched;
      if (signal.aborted) return switched;
    }
    const last = accounts.at(-1);
    if (last === undefined) break;
    from = last;
  }
  await db
    .updateTable('level_policy_switches')
    .set({ state: 'done', ended_at: new Date(now()) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
  return switched;
}

/** All vocabularies of an account. */
async function follow(
  { aggregates, histories }: Dependencies,
  { id, policy, takesBack, by }: Switch,
  { account, languages }: { readonly account: string; readonly languages: readonly string[] },
  { now, signal }: { readonly now: () => string; readonly signal: AbortSignal },
): Promise<{ readonly switched: number; readonly leftOut: number }> {
  let switched = 0;
  let leftOut = 0;
  for (const language of languages) {
    const stream = vocabularyStream(account, language);
    for (let moved = 0; !signal.aborted; moved += 1) {
      const { state, revision } = await aggregates.load(vocabulary, stream);
      if (revision === 'none' || state.policy === policy) break;
      const counted = await recounted(histories, stream);
      const levels = new Map([...counted.levels].map(([fragment, { under }]) => [fragment, under[policy]]));
      try {
        const executed = await aggregates.execute(
          vocabulary,
          stream,
          { type: 'follow policy', policy, levels, ...(takesBack !== null && { takesBack }) },
          {
            // Deterministic, so that a job that died after an append does not append again.
            commandId: uuidOf([stream, id]),
            causationId: id,
            actor: by,
            at: now(),
            expectedRevision: counted.revision,
          },
        );
        if (executed.outcome === 'done') switched += executed.repeated ? 0 : 1;
        else leftOut += 1;
        break;
      } catch (error) {
        if (!(error instanceof StreamChanged) || moved === MAX_MOVED) throw error;
      }
    }
  }
  return { switched, leftOut };
}
