import type { Generated } from 'kysely';

/** A word or clause that a learner keeps: a fragment, or a clause of a sentence. */
export interface KeptTable {
  id: Generated<string>;
  learner: string;
  fragment_id: string | null;
  sentence_id: string | null;
  /** From 0. */
  clause: number | null;
  /** The clause's text at the time when it was kept. */
  text: string | null;
  /** Empty: no note. */
  note: string;
  kept_at: Generated<Date>;
}

export interface KeptTables {
  kept: KeptTable;
}
