import type { Generated, GeneratedAlways } from 'kysely';

/** What visitors did who had agreed to analytics. */
export interface CollectedEventsTable {
  /** Made by the browser; not known to anybody else. */
  device: string;
  /** Made by the browser: an event that is sent twice is stored once. */
  insert_id: string;
  /** As the browser says; null before a login. */
  username: string | null;
  event: string;
  at: Date;
  received_at: Generated<Date>;
  /** JSON: flat. */
  properties: string;
}

/** What is known of a learner who has agreed to analytics. */
export interface CollectedProfilesTable {
  username: string;
  device: string | null;
  /** JSON: flat. */
  properties: string;
  changed_at: Generated<Date>;
}

/** Parts of session recordings. */
export interface CollectedRecordingsTable {
  replay: string;
  /** From 0. */
  part: number;
  device: string;
  username: string | null;
  /** Where the part begins: a path without query and hash. */
  path: string;
  received_at: Generated<Date>;
  /** A JSON list, compressed with gzip. */
  events: Buffer;
  size: GeneratedAlways<number>;
}

/** What the analytics provider is yet to delete. */
export interface AnalyticsDeletionsTable {
  /** As mixpanel-browser gives it: '$device:' and an anonymous id, or a username. */
  distinct_id: string;
  asked_at: Generated<Date>;
}

export interface CollectedTables {
  collected_events: CollectedEventsTable;
  collected_profiles: CollectedProfilesTable;
  collected_recordings: CollectedRecordingsTable;
  analytics_deletions: AnalyticsDeletionsTable;
}
