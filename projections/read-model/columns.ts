import type { Rule, Value } from './rules.ts';

/** The vocabulary for declaring a read model's columns: `key.text`, `sum.int`, `optional(last.timestamptz)`. */

export type SqlType =
  | 'text'
  | 'smallint'
  | 'int'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'double precision';

/**
 * A column of a table. `Given` is the type in a contribution, `Stored` the type in a query's row.
 * @typeParam Need whether every contribution must have a value
 */
export interface Column<R extends Rule = Rule, Given = unknown, Stored = unknown, Need = unknown> {
  readonly rule: R;
  readonly type: SqlType;
  /** Value before the first contribution; undefined when every contribution has a value. */
  readonly start: Value | undefined;
  readonly types?: { readonly given: Given; readonly stored: Stored; readonly need: Need };
}

/** A column that only the view has; contributions do not set it. */
export interface Computed<Stored = unknown> {
  /** The column is true when this table has a row with equal values in all of its columns. */
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
/** Primary key. Instants are not allowed, because the same instant can be written in several ways. */
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
/** Sum, from 0. */
export const sum = {
  int: summed<number>('int'),
  /** Exact up to 2^53 in one batch or one rebuild. */
  bigint: summed<string>('bigint'),
};

/** No text: Postgres and JavaScript order text differently. */
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
    /** A string union. */
    oneOf: <Word extends string>() => of<Word>('text'),
  };
}

/** Smallest contributed value; for booleans: whether all were true. */
export const min = ordered('min');
/** Greatest contributed value; for booleans: whether any was true. */
export const max = ordered('max');
/** First contributed value. */
export const first = any('first');
/** Last contributed value. */
export const last = any('last');

const computed = column('reduced');
/** A column of a reduced table (`reduced.ts`); its value comes from the state. */
export const state = {
  text: computed<string>('text'),
  int: computed<number>('int'),
  boolean: computed<boolean>('boolean'),
  /** Postgres and JavaScript write and read it without loss. */
  double: computed<number>('double precision'),
  timestamptz: computed<string, Date>('timestamptz'),
};

/** The same column, nullable. */
export function orNull<Given, Stored>(
  column: Needed<'reduced', Given, Stored>,
): Needed<'reduced', Given | null, Stored | null> {
  return { ...column, start: null } as Needed<'reduced', Given | null, Stored | null>;
}

/** A list of numbers that only grows, as text (`database/number-list.ts`), at first empty. */
export const growing = {
  list: { rule: 'append', type: 'text', start: '' } as Optional<'append', string>,
  /** Keeps the last `TAIL` numbers. A contribution has fewer. */
  tail: { rule: 'tail', type: 'text', start: '' } as Optional<'tail', string>,
};

/**
 * A column that contributions may leave out: it then keeps its value, which is `start` (by default null) before the first
 * contribution. Null may be contributed to `last` only, where it replaces the value.
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

/** Whether a table of the same read model has a row with equal values in all of its columns. */
export const rowOf = (table: string): Computed<boolean> => ({ rowOf: table });

export type Columns = Readonly<Record<string, Column | Computed>>;

type NeededNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<Rule, unknown, unknown, 'needed'> ? Name : never;
}[keyof C];
type OptionalNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<Rule, unknown, unknown, 'optional'> ? Name : never;
}[keyof C];
/** The values of all columns, as a contribution or a state gives them. */
export type Cells<C extends Columns> = { readonly [Name in keyof C]: GivenTo<C[Name]> };

type GivenTo<C> = C extends Column<Rule, infer Given> ? Given : never;
type StoredIn<C> =
  C extends Column<Rule, unknown, infer Stored> ? Stored : C extends Computed<infer Stored> ? Stored : never;

/** What an event contributes to a row. */
export type Contribution<C extends Columns> = {
  readonly [Name in NeededNames<C>]: GivenTo<C[Name]>;
} & { readonly [Name in OptionalNames<C>]?: GivenTo<C[Name]> };

/** A row as a query reads it. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: StoredIn<C[Name]> };
