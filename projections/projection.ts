import type { ReadingEvent } from '../domain/reading/reading.ts';
import type { SubscriptionEvent } from '../domain/subscription/subscription.ts';
import type { VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import type { Position, RecordedEvent } from '../event-store/log.ts';

/** What a read model is made of: data, and one function that works on a whole batch. */

export type DomainEvent = VocabularyEvent | ReadingEvent | SubscriptionEvent;

/** A domain event as the log holds it: with stream, revision, position and metadata. */
export type Recorded<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }> &
  Omit<RecordedEvent, 'type' | 'data'>;

/** A value of a row: what `unnest` takes and `COPY` writes. Instants are ISO 8601 strings, days `YYYY-MM-DD`. */
export type Value = string | number | boolean | null;
export type Row = readonly Value[];

export interface Table {
  /** The stable name: the view `read_models.<name>` that queries read. */
  readonly name: string;
  /** Column name to SQL type with its constraints; the order is the order of a `Row`. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
}

/** A projection's hand on the database: inside the transaction that moves the checkpoint, and nowhere else. */
export interface Transaction {
  /** Adds a statement. All of them travel together once `apply` is done, so what they answer is nobody's to know. */
  write(text: string, values: readonly unknown[]): void;
  /** The physical table behind a stable name, quoted, for the build that is being written. */
  table(name: string): string;
}

/** Rows folded in memory from the first event on. */
export interface Fold<Event> {
  /** Adds events; batches come in the order of the log. */
  add(batch: readonly Event[]): void;
  /** Rows held, so that the runner can bound memory. */
  size(): number;
  /** Whole rows by table name, columns in the table's order. */
  rows(): Readonly<Record<string, Iterable<Row>>>;
}

export interface Projection {
  readonly name: string;
  /**
   * Raise it whenever `tables` or what `apply` makes of an event changes: the runner then builds anew beside the
   * live build. Never lower it: to go back, ship the old code under the next number.
   */
  readonly version: number;
  readonly events: ReadonlySet<string>;
  readonly tables: readonly Table[];
  apply(batch: readonly RecordedEvent[], trx: Transaction): void | Promise<void>;
  readonly fold: (() => Fold<RecordedEvent>) | undefined;
}

interface Definition<Type extends DomainEvent['type']> {
  readonly name: string;
  readonly version: number;
  readonly events: readonly Type[];
  readonly tables: readonly Table[];
  /**
   * Brings a batch into the tables. Must make the same rows however the events are cut into batches.
   * @param batch events of the wanted types only, in the order of the log, never empty
   * @throws anything: the runner retries, finds the event that is to blame, and stops there
   */
  apply(batch: readonly Recorded<Type>[], trx: Transaction): void | Promise<void>;
  /** Offers the fast rebuild: fold everything in memory, then `COPY`. Must make the same rows as `apply`. */
  readonly fold?: () => Fold<Recorded<Type>>;
}

/** A projection as the runner takes it, typed by the events it names. */
export function projection<Type extends DomainEvent['type']>(definition: Definition<Type>): Projection {
  const { name, version, tables, fold } = definition;
  // The runner hands over only events of the named types: the one place where stored data gets its type.
  const typed = (batch: readonly RecordedEvent[]) => batch as unknown as readonly Recorded<Type>[];
  return {
    name,
    version,
    events: new Set<string>(definition.events),
    tables,
    apply: (batch, trx) => definition.apply(typed(batch), trx),
    fold: fold && (() => withTypes(fold(), typed)),
  };
}

function withTypes<Event>(
  fold: Fold<Event>,
  typed: (batch: readonly RecordedEvent[]) => readonly Event[],
): Fold<RecordedEvent> {
  return { add: batch => fold.add(typed(batch)), size: () => fold.size(), rows: () => fold.rows() };
}

/** The event a projection stopped at. */
export interface FailedEvent {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
}
