/**
 * The log port: an append-only, totally ordered log of events in streams. Two adapters implement it
 * (`postgres/`, `eventstoredb/`); both pass the suite in `suite/`. Nothing in this folder depends on the domain.
 */

/** Opaque to callers. Comparing two positions of one log as plain strings gives the order of the log. */
export type Position = string;

/** Before the first event of any log: reading or subscribing after it starts at the beginning. */
export const BEGINNING: Position = '';

/** Written with every event and never shown to learners. */
export interface Metadata {
  /** The command that caused the event (UUIDv7, the client's `Idempotency-Key`). */
  readonly commandId: string;
  /** What triggered the command when no person did: a provider's event id, a replayed file. */
  readonly causationId?: string;
  /** Hash of the request, to refuse a command id that is reused for another request; absent on older events. */
  readonly fingerprint?: string;
  /** Who acted: an opaque account id, or `system`. */
  readonly actor: string;
  /** When the command was decided, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** Version of the shape of `data`; older shapes are upcast on read (see `upcasting.ts`). */
  readonly schema: number;
}

/** An event to append. `id` is a UUID in lower case; an event appended again at the same revision is not stored twice. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Metadata;
}

/** An event read from the log. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Index in its stream, from 0 without gaps. */
  readonly revision: number;
  readonly position: Position;
  /** Approximate size of data and metadata as they are stored. */
  readonly bytes: number;
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
  /** Identifies this log permanently; a checkpoint is valid only in the log it was taken from. */
  id(): Promise<string>;
  /**
   * Appends one to 500 events as one unit: all are stored or none.
   * Appending events that the stream already contains after `expected`, with the same ids, succeeds without storing them.
   * @param newest id of the event at `expected`, for a caller that decided without reading the stream again: it is a conflict
   * when another event is there (a backup was restored), and when the stream already contains the appended events
   * @throws WrongExpectedRevision, Unavailable, Ambiguous, InvalidAppend (empty, too many, too large), or LogDamaged
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    newest?: string,
  ): Promise<Appended>;
  /** A page of one stream in order: events with a revision above `after`, empty when there are none. */
  readStream(stream: string, options?: { after?: number; limit?: number }): Promise<readonly RecordedEvent[]>;
  /** A page of the whole log in order: events above `after`, empty at the head. */
  readAll(options?: { after?: Position; limit?: number }): Promise<readonly RecordedEvent[]>;
  /** Position of the newest event, `BEGINNING` when there is none. */
  head(): Promise<Position>;
  /**
   * Batches of events above `after`: first those already stored (catch-up), then new ones (live), until `signal` aborts.
   * May also end or throw when the connection does; the caller resumes from its own checkpoint.
   * A batch is fetched only after the consumer took the one before, so a slow consumer costs no memory.
   */
  subscribe(options: { after: Position }, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

/*
 * Errors of the port. Layers that must not import this folder recognise them by `code`.
 */

/**
 * The stream was appended to concurrently, or has another past; `actual` is its current revision (`'none'`: it does not
 * exist).
 */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly code = 'LOG_CONFLICT';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(
      actual === expected
        ? `stream ${stream} has another event at revision ${actual}`
        : `stream ${stream} is at revision ${actual}, not ${expected}`,
    );
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

/** The append itself is invalid; retrying does not help. */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
  readonly code = 'LOG_INVALID_APPEND';
}

/**
 * The log is inconsistent, for example after a partial restore, and refuses appends until an operator repairs it. Nothing
 * was stored. The append itself is valid: the caller keeps it and retries later.
 */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
  readonly code = 'LOG_DAMAGED';
}

export const MAX_EVENTS_PER_APPEND = 500;
/** Largest append, data and metadata together as JSON, in bytes (the smaller adapter's limit). */
export const MAX_BYTES_PER_APPEND = 1_000_000;
/** Most events of a page, and the default of `limit`. */
export const PAGE = 1_000;
/**
 * A page ends with the event that brings it to this size, in bytes of JSON: an event may be as large as an append, and
 * memory holds several pages. Larger than an append, so that one page contains all events of an append.
 */
export const PAGE_BYTES = 2 * MAX_BYTES_PER_APPEND;

export function bytesOf(events: readonly RecordedEvent[]): number {
  return events.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Whether a page ended at its limit or at its size, so that more events may follow. */
export function isFull(page: readonly RecordedEvent[], limit = PAGE): boolean {
  return page.length >= limit || bytesOf(page) >= PAGE_BYTES;
}
