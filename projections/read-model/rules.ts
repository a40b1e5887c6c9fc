/**
 * How the contributions to one row come together. Each rule is said twice, for rows in memory and for rows that stand
 * in Postgres; the two must agree, whatever was brought together before (`read-model.spec.ts` compares them).
 */

/** A value of a row. Instants are ISO 8601 strings in UTC with milliseconds, days `YYYY-MM-DD`. */
export type Value = string | number | boolean | null;

export type Rule = 'key' | 'sum' | 'min' | 'max' | 'first' | 'last';

interface Merge {
  /** @param old what the row holds, null when nothing was contributed yet */
  readonly merged: (old: Value, given: Value) => Value;
  /** The same of a row that stands (`old`) and one that comes (`excluded`). */
  readonly sql: (column: string) => string;
}

/** For every rule but `key`, which says what rows belong together. */
export const merges: Readonly<Record<Exclude<Rule, 'key'>, Merge>> = {
  sum: {
    merged: (old, given) => Number(old) + Number(given),
    sql: column => `old.${column} + excluded.${column}`,
  },
  min: {
    merged: (old, given) => (old === null || (given !== null && given < old) ? given : old),
    sql: column => `least(old.${column}, excluded.${column})`,
  },
  /** Over booleans: whether any was true. */
  max: {
    merged: (old, given) => (old === null || (given !== null && given > old) ? given : old),
    sql: column => `greatest(old.${column}, excluded.${column})`,
  },
  first: {
    merged: (old, given) => old ?? given,
    sql: column => `coalesce(old.${column}, excluded.${column})`,
  },
  /** Null is a value here: it replaces what was there. */
  last: {
    merged: (_, given) => given,
    sql: column => `excluded.${column}`,
  },
};
