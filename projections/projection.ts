import type { ReadingEvent } from '../domain/reading/reading.ts';
import type { SubscriptionEvent } from '../domain/subscription/subscription.ts';
import type { VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import type { Position, RecordedEvent } from '../event-store/log.ts';

/** A read model as the runner takes it: data, and functions that work on whole batches. `read-model/` makes them. */

export type DomainEvent = VocabularyEvent | ReadingEvent | SubscriptionEvent;

/** A domain event as the log holds it: with stream, revision, position and metadata. */
export type Recorded<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }> &
  Omit<RecordedEvent, 'type' | 'data'>;

export interface Table {
  /** The stable name: the view `read_models.<name>` that queries read. */
  readonly name: string;
  /** Column name to SQL type with its constraints, in the order of what is copied. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
  /** The query of the view. @param physical how a table of the build is written */
  select(physical: (table: string) => string): string;
}

/** A projection's hand on the database: inside the transaction that moves the checkpoint, and nowhere else. */
export interface Transaction {
  /** Adds a statement. All of them travel together once `apply` is done, so what they answer is nobody's to know. */
  write(text: string, values: readonly unknown[]): void;
  /** The physical table behind a stable name, quoted, for the build that is being written. */
  table(name: string): string;
}

/** Rows folded in memory from the first event on. */
export interface Fold {
  /** Adds events; batches come in the order of the log. */
  add(batch: readonly RecordedEvent[]): void;
  /** Rows held, so that the runner can bound memory. */
  size(): number;
  /** Every row in the text that `COPY` reads, in pieces, by table name. */
  copies(): Readonly<Record<string, Iterable<string>>>;
}

export interface Projection {
  readonly name: string;
  /** Of its tables and of what it makes of an event. */
  readonly version: number;
  /** Types of the events it wants. */
  readonly events: ReadonlySet<string>;
  readonly tables: readonly Table[];
  /**
   * Brings a batch into the tables. Must make the same rows however the events are cut into batches.
   * @param batch events of the wanted types only, in the order of the log, never empty
   * @throws anything: the runner retries, finds the event that is to blame, and stops there
   */
  apply(batch: readonly RecordedEvent[], trx: Transaction): void | Promise<void>;
  /** Offers the fast rebuild: fold everything in memory, then `COPY`. Must make the same rows as `apply`. */
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
