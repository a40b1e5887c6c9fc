import type { ReadingEvent } from '../domain/reading/reading.ts';
import type { SubscriptionEvent } from '../domain/subscription/subscription.ts';
import type { VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import type { Position, RecordedEvent } from '../event-store/log.ts';

/** A projection as the runner sees it; `read-model/` creates them from declarations. */

export type DomainEvent = VocabularyEvent | ReadingEvent | SubscriptionEvent;

/** A domain event read from the log: with stream, revision, position and metadata. */
export type Recorded<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }> &
  Omit<RecordedEvent, 'type' | 'data'>;

export interface Table {
  /** Name of the view that queries read, `read_models.<name>`; it stays the same across rebuilds. */
  readonly name: string;
  /** Column name to SQL type with constraints, in the order of the copied columns. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
  /** The view's query. @param physical returns the quoted name of a table of the build */
  select(physical: (table: string) => string): string;
}

/** The transaction that also moves the checkpoint: the only way a projection reads and writes. */
export interface Transaction {
  /** Reads rows from before this batch. Costs a round trip. */
  read<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Adds a statement. All are sent together after `apply`, so their results are not available. */
  write(text: string, values: readonly unknown[]): void;
  /** The physical table of the build behind a stable name, quoted. */
  table(name: string): string;
}

/** Rows folded in memory from the beginning of the log. */
export interface Fold {
  /** Adds events; batches come in the order of the log. */
  add(batch: readonly RecordedEvent[]): void;
  /** Number of rows, so that the runner can limit memory. */
  size(): number;
  /** All rows in COPY's text format, in pieces, by table name. */
  copies(): Readonly<Record<string, Iterable<string>>>;
}

export interface Projection {
  readonly name: string;
  /** Version of its tables and of its handling of events. */
  readonly version: number;
  /** Types of the events it handles. */
  readonly events: ReadonlySet<string>;
  readonly tables: readonly Table[];
  /**
   * Applies a batch to the tables. The rows must not depend on how the events are split into batches.
   * @param batch events of the handled types only, in the order of the log, never empty
   * @throws any error: the runner retries, finds the failing event, and stops there
   */
  apply(batch: readonly RecordedEvent[], trx: Transaction): void | Promise<void>;
  /** For the fast rebuild: fold in memory, then `COPY`. Must produce the same rows as `apply`. */
  readonly fold: (() => Fold) | undefined;
}

/** The event a projection stopped at. */
export interface FailedEvent {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
}
