import type { Kysely } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { type LevelPolicy, levelPolicies } from '../../../domain/vocabulary/level-policies.ts';

/** The policy of new vocabularies: that of the newest switch, even while the switch is running. */
export async function currentPolicy(db: Kysely<Database>): Promise<LevelPolicy> {
  const newest = await newestSwitch(db).select('policy').executeTakeFirst();
  return newest ? policyNamed(newest.policy) : 'standard';
}

export function newestSwitch(db: Kysely<Database>) {
  return db.selectFrom('level_policy_switches').orderBy('number', 'desc').limit(1);
}

export function policyNamed(name: string): LevelPolicy {
  if (!Object.hasOwn(levelPolicies, name))
    throw new Error(`level policy ${name} is not known here; a newer version of the product wrote it`);
  return name as LevelPolicy;
}
