import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import type { LearnerEvents } from '../../../domain/learner-events.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal.ts';
import { CommandIdReused } from '../../../event-store/aggregate/aggregate.ts';
import type { StreamReader } from '../../../event-store/stream-reader.ts';
import type { Serve } from '../../../facade/express/api.ts';
import { controlLevelPolicy, previewLevelPolicy, switchLevelPolicy } from '../../../facade/level-policies.ts';
import { newestSwitch } from './current.ts';
import { previewOf } from './preview.ts';

export interface LevelPolicyDependencies {
  readonly db: Kysely<Database>;
  readonly histories: StreamReader<LearnerEvents>;
  /** Starts the job now instead of at its next minute; never fails. */
  readonly wakeJob: () => Promise<void>;
}

const notInForce = refuse('not the newest switch', {
  field: 'id',
  because: 'conflict',
  verbose: 'Another switch has begun since. Look again.',
});

/** The admin's commands on the level policy of all vocabularies. */
export function serveLevelPolicy(serve: Serve, { db, histories, wakeJob }: LevelPolicyDependencies): void {
  serve(previewLevelPolicy, ({ query: { policy, after, most } }) =>
    previewOf({ db, histories }, policy, { after, most: Number(most ?? 999) }),
  );

  serve(switchLevelPolicy, async ({ body: { policy }, caller, commandId }) => {
    const begun = await changing(db, async trx => {
      const newest = await newestSwitch(trx).selectAll().executeTakeFirst();
      if (await isRepeated(trx, commandId, { policy, takes_back: null })) return undefined;
      if (newest && newest.state !== 'done') return underWay;
      const before = newest?.policy ?? 'standard';
      if (before === policy)
        return refuse('already in force', {
          field: 'policy',
          because: 'conflict',
          verbose: `Levels are counted under '${policy}' already.`,
        });
      await begin(trx, { id: commandId, policy, before, by: caller.id });
      return undefined;
    });
    if (begun) return begun;
    await wakeJob();
    return { message: `All vocabularies are being switched to '${policy}'`, isError: false };
  });

  serve(controlLevelPolicy, async ({ body: { id, act }, caller, commandId }) => {
    const changed = await changing(db, async trx => {
      const newest = await newestSwitch(trx).selectAll().executeTakeFirst();
      const takesBack = act === 'take back' ? id : undefined;
      if (await isRepeated(trx, commandId, { takes_back: takesBack })) return undefined;
      if (newest?.id !== id) return notInForce;
      if (act === 'take back') {
        if (newest.takes_back !== null) return takenBackAlready;
        await setState(trx, id, 'stopped');
        const { policy, policy_before } = newest;
        await begin(trx, {
          id: commandId,
          policy: policy_before,
          before: policy,
          by: caller.id,
          takesBack: id,
        });
        return undefined;
      }
      const [from, to] =
        act === 'stop' ? (['running', 'stopped'] as const) : (['stopped', 'running'] as const);
      if (newest.state === to) return undefined;
      if (newest.state !== from) return doneAlready;
      await setState(trx, id, to);
      return undefined;
    });
    if (isRefusal(changed)) return changed;
    if (act !== 'stop') await wakeJob();
    return { message: said[act], isError: false };
  });
}

const said = {
  stop: 'The switch stops where it is',
  resume: 'The switch goes on',
  'take back': 'The switch is being taken back',
} as const;

const underWay = refuse('a switch is under way', {
  field: 'policy',
  because: 'conflict',
  verbose: 'A switch is not done yet. Resume it, or take it back, first.',
});
const takenBackAlready = refuse('taken back', {
  field: 'id',
  because: 'conflict',
  verbose: 'This took a switch back. Switch again instead.',
});
const doneAlready = refuse('done', {
  field: 'id',
  because: 'conflict',
  verbose: 'The switch is done. It can be taken back.',
});

/**
 * Whether a switch was begun under this command id: its reply was lost.
 * @param wanted what the command asks for; `takes_back` undefined where it begins no switch
 * @throws CommandIdReused when that was another request
 */
async function isRepeated(
  db: Kysely<Database>,
  id: string,
  wanted: { readonly policy?: string; readonly takes_back: string | null | undefined },
): Promise<boolean> {
  const begun = await db
    .selectFrom('level_policy_switches')
    .select(['policy', 'takes_back'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!begun) return false;
  if (begun.takes_back !== wanted.takes_back || begun.policy !== (wanted.policy ?? begun.policy))
    throw new CommandIdReused(`command ${id} was another request`);
  return true;
}

/** Serializes concurrent changes by admins. */
async function changing(
  db: Kysely<Database>,
  act: (trx: Kysely<Database>) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  return db.transaction().execute(async trx => {
    await sql`lock table level_policy_switches in share row exclusive mode`.execute(trx);
    return act(trx);
  });
}

async function setState(db: Kysely<Database>, id: string, state: 'running' | 'stopped'): Promise<void> {
  await db
    .updateTable('level_policy_switches')
    .set({ state, ended_at: state === 'running' ? null : new Date() })
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .execute();
}

async function begin(
  db: Kysely<Database>,
  wanted: {
    readonly id: string;
    readonly policy: string;
    readonly before: string;
    readonly by: string;
    readonly takesBack?: string;
  },
): Promise<void> {
  const { accounts } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<string>().as('accounts'))
    .executeTakeFirstOrThrow();
  await db
    .insertInto('level_policy_switches')
    .values({
      id: wanted.id,
      policy: wanted.policy,
      policy_before: wanted.before,
      begun_by: wanted.by,
      takes_back: wanted.takesBack ?? null,
      ended_at: null,
      accounts: Number(accounts),
    })
    .execute();
}
