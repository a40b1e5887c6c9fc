import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Serve } from '../../facade/express/api.ts';
import { levelPolicy } from '../../facade/level-policies.ts';
import { LevelPolicy } from '../../facade/values.ts';
import type { ReadModels } from '../consistency.ts';
import { namesOf } from './names.ts';

/** The level policy for staff: the newest switch from its table, the audit trail from the events. */
export function serveLevelPolicyState(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  serve(levelPolicy, async freshness => {
    const newest = await db
      .selectFrom('level_policy_switches')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const trail = await read.rows(['policy-switches'], freshness, queried =>
      queried.selectFrom('read_models.policy_switches').selectAll().orderBy('first_at', 'desc').limit(100),
    );
    const names = await namesOf(
      db,
      trail.map(({ begun_by }) => begun_by),
    );
    return {
      policy: LevelPolicy.parse(newest?.policy ?? 'standard'),
      newest: newest
        ? {
            id: newest.id,
            policy: LevelPolicy.parse(newest.policy),
            before: LevelPolicy.parse(newest.policy_before),
            takesBack: newest.takes_back !== null,
            state: newest.state,
            done: newest.accounts_done,
            total: Math.max(newest.accounts, newest.accounts_done),
            leftOut: newest.left_out,
          }
        : null,
      trail: trail.map(row => ({
        id: row.switch,
        policy: row.policy,
        takesBack: row.takes_back,
        by: names.get(row.begun_by) ?? null,
        at: row.first_at.toISOString(),
        until: row.last_at.toISOString(),
        vocabularies: row.vocabularies,
        fragments: row.fragments,
      })),
    };
  });
}
