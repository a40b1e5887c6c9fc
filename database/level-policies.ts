import type { Generated } from 'kysely';

/** A change of the level policy of all vocabularies (decision 54). */
export interface LevelPolicySwitchesTable {
  /** Order of the switches. */
  number: Generated<number>;
  id: string;
  policy: string;
  policy_before: string;
  /** Id of the switch that this one takes back. */
  takes_back: string | null;
  /** The admin's account id. */
  begun_by: string;
  begun_at: Generated<Date>;
  /** When it was stopped or done. */
  ended_at: Date | null;
  state: Generated<'running' | 'stopped' | 'done'>;
  /** The last account whose vocabularies follow; '' before the first. */
  followed_to: Generated<string>;
  accounts_done: Generated<number>;
  /** When it began. */
  accounts: number;
  /** Number of vocabularies that keep their policy, because too many fragments would move for one event. */
  left_out: Generated<number>;
}

export interface LevelPolicyTables {
  level_policy_switches: LevelPolicySwitchesTable;
}
