import { appended, DIGITS, TAIL } from '../../database/number-list.ts';

/**
 * Merge rules for contributions to the same row. Each rule is implemented twice, in memory and in SQL; both must give the
 * same result for any grouping of contributions (`read-model.spec.ts` compares them).
 */

/** A value of a row. Instants are ISO 8601 strings in UTC with milliseconds, days `YYYY-MM-DD`. */
export type Value = string | number | boolean | null;

export type Rule = 'key' | 'sum' | 'min' | 'max' | 'first' | 'last' | 'append' | 'tail' | 'reduced';

interface Merge {
  /** @param old the row's value; null before the first contribution */
  readonly merged: (old: Value, given: Value) => Value;
  /** The same for an existing row (`old`) and a new one (`excluded`). */
  readonly sql: (column: string) => string;
}

const appendedSql = (column: string) =>
  `old.${column} || case when right(old.${column}, ${DIGITS}) = left(excluded.${column}, ${DIGITS})` +
  ` then substr(excluded.${column}, ${DIGITS + 1}) else excluded.${column} end`;

/** All rules but `key`. */
export const merges: Readonly<Record<Exclude<Rule, 'key'>, Merge>> = {
  sum: {
    merged: (old, given) => Number(old) + Number(given),
    sql: column => `old.${column} + excluded.${column}`,
  },
  min: {
    merged: (old, given) => (old === null || (given !== null && given < old) ? given : old),
    sql: column => `least(old.${column}, excluded.${column})`,
  },
  /** For booleans: whether any was true. */
  max: {
    merged: (old, given) => (old === null || (given !== null && given > old) ? given : old),
    sql: column => `greatest(old.${column}, excluded.${column})`,
  },
  first: {
    merged: (old, given) => old ?? given,
    sql: column => `coalesce(old.${column}, excluded.${column})`,
  },
  /** Null is a value here: it replaces the old one. */
  last: {
    merged: (_, given) => given,
    sql: column => `excluded.${column}`,
  },
  /** A list of numbers in order (`database/number-list.ts`): one that equals the last is not repeated. */
  append: {
    merged: (old, given) => appended(String(old ?? ''), String(given)),
    sql: appendedSql,
  },
  /** The last `TAIL` numbers of such a list. */
  tail: {
    merged: (old, given) => appended(String(old ?? ''), String(given)).slice(-TAIL * DIGITS),
    sql: column => `right(${appendedSql(column)}, ${TAIL * DIGITS})`,
  },
  /** The state that the existing row was decoded to has been reduced already (`reduced.ts`). */
  reduced: {
    merged: (_, given) => given,
    sql: column => `excluded.${column}`,
  },
};
