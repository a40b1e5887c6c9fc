/** One step of the schema: applied once, in the order of the list, in a transaction of its own. Never edited after release. */
export interface Migration {
  /** Unique, for example `001-accounts`; the lists' order counts, not the number. */
  readonly name: string;
  /** One or more statements. */
  readonly sql: string;
}
