/** What `npm run test:chaos` does, by environment variables; the defaults are the full measure. */
export interface ChaosSettings {
  /** Ends of the projector's process during rebuilds, and as many while it follows the log. */
  readonly projectorKills: number;
  /** Ends of Postgres, and of EventStoreDB. */
  readonly databaseKills: number;
  /** Events in the log before it begins: rebuilds must last long enough to be hit. */
  readonly history: number;
  /** No more faults after so many minutes; what they left undone is still waited for and checked. */
  readonly minutes: number;
}

export function chaosSettings(environment: Readonly<Record<string, string | undefined>>): ChaosSettings {
  const number = (name: string, usual: number) => {
    const given = Number(environment[name] ?? usual);
    if (!Number.isFinite(given) || given < 0) throw new Error(`${name} must be a number, 0 or more`);
    return given;
  };
  return {
    projectorKills: number('CHAOS_PROJECTOR_KILLS', 50),
    databaseKills: number('CHAOS_DATABASE_KILLS', 10),
    history: number('CHAOS_HISTORY', 60_000),
    minutes: number('CHAOS_MINUTES', 10),
  };
}
