import type { Rule, Value } from './rules.ts';

/** The words in which a read model declares its columns: `key.text`, `sum.int`, `optional(last.timestamptz)`. */

export type SqlType = 'text' | 'smallint' | 'int' | 'bigint' | 'boolean' | 'date' | 'timestamptz';

/**
 * A column of a table. `Given` is what a contribution says, `Stored` what a query reads; both are types only.
 * @typeParam Need whether every contribution must say it
 */
export interface Column<R extends Rule = Rule, Given = unknown, Stored = unknown, Need = unknown> {
  readonly rule: R;
  readonly type: SqlType;
  /** What the row holds before anything is contributed; undefined when every contribution says it. */
  readonly start: Value | undefined;
  readonly types?: { readonly given: Given; readonly stored: Stored; readonly need: Need };
}

/** A column of the view alone, which nothing is contributed to. */
export interface Computed<Stored = unknown> {
  /** Whether this table has a row that agrees with this one in all of its columns. */
  readonly rowOf: string;
  readonly types?: { readonly stored: Stored };
}

type Needed<R extends Rule, Given, Stored = Given> = Column<R, Given, Stored, 'needed'>;
type Optional<R extends Rule, Given, Stored = Given> = Column<R, Given, Stored, 'optional'>;

function column<R extends Rule>(rule: R) {
  return <Given, Stored = Given>(type: SqlType): Needed<R, Given, Stored> => ({
    rule,
    type,
    start: undefined,
  });
}

const keyed = column('key');
/** What rows belong together. A time zone and its absence write one instant in two ways: an instant is no key. */
export const key = {
  text: keyed<string>('text'),
  smallint: keyed<number>('smallint'),
  int: keyed<number>('int'),
  date: keyed<string, Date>('date'),
};

const summed = <Stored>(type: 'int' | 'bigint'): Optional<'sum', number, Stored> => ({
  rule: 'sum',
  type,
  start: 0,
});
/** Adds up, from 0. */
export const sum = {
  int: summed<number>('int'),
  /** Exact up to 2^53 in one batch or one rebuild. */
  bigint: summed<string>('bigint'),
};

/** Text has no smallest or greatest: a database and JavaScript order it differently. */
function ordered<R extends Rule>(rule: R) {
  const of = column(rule);
  return {
    smallint: of<number>('smallint'),
    int: of<number>('int'),
    boolean: of<boolean>('boolean'),
    date: of<string, Date>('date'),
    timestamptz: of<string, Date>('timestamptz'),
  };
}

function any<R extends Rule>(rule: R) {
  const of = column(rule);
  return {
    ...ordered(rule),
    text: of<string>('text'),
    /** Text that is one of a few words. */
    oneOf: <Word extends string>() => of<Word>('text'),
  };
}

/** The smallest that was contributed; over booleans: whether all were true. */
export const min = ordered('min');
/** The greatest that was contributed; over booleans: whether any was true. */
export const max = ordered('max');
/** What was contributed first stays. */
export const first = any('first');
/** What was contributed last stands. */
export const last = any('last');

/**
 * A column that contributions may leave out: it then stays as it is, and holds `start` as long as nobody said it.
 * Without a start it is null until then. Null may be contributed to `last` alone: it is a value like any other.
 */
export function optional<R extends 'min' | 'max' | 'first', Given, Stored>(
  column: Needed<R, Given, Stored>,
): Optional<R, Given, Stored | null>;
export function optional<Given, Stored>(
  column: Needed<'last', Given, Stored>,
): Optional<'last', Given | null, Stored | null>;
export function optional<R extends 'min' | 'max' | 'last', Given extends Value, Stored>(
  column: Needed<R, Given, Stored>,
  start: Given,
): Optional<R, Given, Stored>;
export function optional(column: Column, start: Value = null): Column {
  return { ...column, start } as Column;
}

/** Whether a table of the same read model has a row that agrees with this one in all of its columns. */
export const rowOf = (table: string): Computed<boolean> => ({ rowOf: table });

export type Columns = Readonly<Record<string, Column | Computed>>;

type NeededNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<Rule, unknown, unknown, 'needed'> ? Name : never;
}[keyof C];
type OptionalNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<Rule, unknown, unknown, 'optional'> ? Name : never;
}[keyof C];
type GivenTo<C> = C extends Column<Rule, infer Given> ? Given : never;
type StoredIn<C> =
  C extends Column<Rule, unknown, infer Stored> ? Stored : C extends Computed<infer Stored> ? Stored : never;

/** What an event contributes to a row. */
export type Contribution<C extends Columns> = {
  readonly [Name in NeededNames<C>]: GivenTo<C[Name]>;
} & { readonly [Name in OptionalNames<C>]?: GivenTo<C[Name]> };

/** A row as a query reads it. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: StoredIn<C[Name]> };
