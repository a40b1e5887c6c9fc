/**
 * The log port: an append-only, totally ordered log of events in streams. Two adapters implement it
 * (`postgres/`, `eventstoredb/`); both pass the suite in `suite/`. Nothing here knows what an event means.
 */

/** Opaque to callers. Comparing two positions of one log as plain strings gives the order of the log. */
export type Position = string;

/** Before the first event of any log: reading or subscribing after it starts at the beginning. */
export const BEGINNING: Position = '';

/** Facts about a fact. Written with every event and never shown to learners. */
export interface Metadata {
  /** The command that caused the event (UUIDv7, the client's `Idempotency-Key`). */
  readonly commandId: string;
  /** What made that command run when it was not a person: a provider's event id, a replayed file. */
  readonly causationId?: string;
  /** Hash of what was asked, so that the same command id with another request is refused; absent on older events. */
  readonly fingerprint?: string;
  /** Who acted: an opaque account id, or `system`. */
  readonly actor: string;
  /** When the command was decided, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** Version of the shape of `data`; older shapes are lifted on read (see `upcasting.ts`). */
  readonly schema: number;
}

/** An event to append. `id` is a UUID in lower case: sent again at the place where it stands, it is not stored again. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Metadata;
}

/** An event as the log holds it. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Place in its stream, counted from 0 without gaps. */
  readonly revision: number;
  readonly position: Position;
}

/** `'none'`: the stream must not exist yet. A number: the revision of its newest event. */
export type ExpectedRevision = 'none' | number;

export interface Appended {
  /** Revision of the last event of this append. */
  readonly revision: number;
  /** Position of the last event of this append. */
  readonly position: Position;
}

export interface Log {
  /** Names this log for good; a checkpoint of another log is worth nothing. */
  id(): Promise<string>;
  /**
   * Appends one to 500 events as one unit: all are stored or none.
   * Appending events whose ids already stand in the stream at the expected place succeeds without storing them again.
   * @throws WrongExpectedRevision, Unavailable, Ambiguous, InvalidAppend (empty, too many, too large), or LogDamaged
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;
  /** Events of one stream in order, those with a revision above `after`; empty when there are none. `limit` defaults to 1,000. */
  readStream(stream: string, options?: { after?: number; limit?: number }): Promise<readonly RecordedEvent[]>;
  /** Events of the whole log in order, those above `after`; empty at the head. `limit` defaults to 1,000. */
  readAll(options?: { after?: Position; limit?: number }): Promise<readonly RecordedEvent[]>;
  /** Position of the newest event, `BEGINNING` when there is none. */
  head(): Promise<Position>;
  /**
   * Batches of events above `after`: first what is stored, then what comes, until `signal` aborts.
   * Ends or throws for any other reason when the connection does; the caller resumes from its own checkpoint.
   * A batch is only fetched when the one before was taken, so a slow consumer costs no memory.
   */
  subscribe(options: { after: Position }, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

/*
 * The errors of the port. Each has a `code`, by which those who do not import this folder recognise it.
 */

/** Somebody else appended to the stream first; `actual` is its revision now (`'none'`: it does not exist). */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly code = 'LOG_CONFLICT';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`stream ${stream} is at revision ${actual}, not ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The log cannot be reached; nothing was stored. Try again later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code = 'LOG_UNAVAILABLE';
}

/** The reply to an append was lost: the events may or may not be stored. Sending them again under the same ids is safe. */
export class Ambiguous extends Error {
  override readonly name = 'Ambiguous';
  readonly code = 'LOG_AMBIGUOUS';
}

/** The append itself is wrong and would be refused every time. */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
  readonly code = 'LOG_INVALID_APPEND';
}

/**
 * The log contradicts itself, as after a partial restore, and takes no append until an operator has repaired it. Nothing
 * was stored, and the append is not to blame: whoever holds it keeps it and sends it again later.
 */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
  readonly code = 'LOG_DAMAGED';
}

export const MAX_EVENTS_PER_APPEND = 500;
/** Largest append, data and metadata together as JSON, in bytes (the smaller adapter's limit). */
export const MAX_BYTES_PER_APPEND = 1_000_000;
export const PAGE = 1_000;
