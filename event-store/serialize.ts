import {
  type ExpectedRevision,
  InvalidAppend,
  MAX_BYTES_PER_APPEND,
  MAX_EVENTS_PER_APPEND,
  type NewEvent,
} from './log.ts';

/** An event whose data and metadata are JSON text, so that all adapters measure and store the same bytes. */
export interface SerializedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Longest name of a stream or an event type, in characters: four bytes each still fit a Postgres index row. */
const LONGEST_NAME = 500;
const LARGEST_REVISION = 2 ** 31 - 1 - MAX_EVENTS_PER_APPEND;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Validates an append, with the same rules for every adapter.
 * @returns the events with `data` and `metadata` as JSON text
 * @throws InvalidAppend for a bad name, revision, id or value; for no event, more than 500, or more than 1,000,000 bytes
 */
export function serializeEvents(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): readonly SerializedEvent[] {
  checkName('stream', stream);
  if (expected !== 'none' && !(Number.isInteger(expected) && expected >= 0 && expected <= LARGEST_REVISION))
    throw new InvalidAppend(`${expected} is not a revision`);
  if (events.length === 0) throw new InvalidAppend('an append holds at least one event');
  if (events.length > MAX_EVENTS_PER_APPEND)
    throw new InvalidAppend(`an append holds at most ${MAX_EVENTS_PER_APPEND} events, not ${events.length}`);

  const ids = new Set<string>();
  let bytes = 0;
  return events.map(event => {
    checkName('event type', event.type);
    if (!uuid.test(event.id)) throw new InvalidAppend(`event id ${event.id} is not a UUID in lower case`);
    if (ids.has(event.id)) throw new InvalidAppend(`event id ${event.id} stands twice in one append`);
    ids.add(event.id);
    const data = json('data', event.data);
    const metadata = json('metadata', event.metadata);
    bytes += Buffer.byteLength(data) + Buffer.byteLength(metadata);
    if (bytes > MAX_BYTES_PER_APPEND)
      throw new InvalidAppend(`an append holds at most ${MAX_BYTES_PER_APPEND} bytes of JSON`);
    return { id: event.id, type: event.type, data, metadata };
  });
}

/** Refuses characters that an adapter would silently change (NUL, half a surrogate pair). */
function checkName(what: string, name: string): void {
  if (typeof name !== 'string' || name === '') throw new InvalidAppend(`${what} has no name`);
  if (name.length > LONGEST_NAME)
    throw new InvalidAppend(`${what} name is longer than ${LONGEST_NAME} characters`);
  if (name.includes('\0') || !name.isWellFormed()) throw new InvalidAppend(`${what} name is not valid text`);
  if (name.startsWith('$')) throw new InvalidAppend(`${what} ${name}: names with $ belong to the log itself`);
}

function json(what: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new InvalidAppend(`${what} cannot be written as JSON`, { cause });
  }
  if (!text?.startsWith('{')) throw new InvalidAppend(`${what} is not a JSON object`);
  return text;
}
