import {
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  Ambiguous,
  type Appended,
  type ExpectedRevision,
  InvalidAppend,
  type NewEvent,
  WrongExpectedRevision,
} from '../log.ts';
import { serializeEvents } from '../serialize.ts';
import type { Connection } from './connection.ts';
import { neverSent, ReplyTimeout, unavailable } from './errors.ts';
import { readStream } from './read.ts';
import { positionFrom, revisionFrom } from './translate.ts';

/**
 * Appends atomically. EventStoreDB recognises events that it already stored after the expected revision with the same ids.
 * It knows nothing of `newest`: the end of the stream is read first.
 * @throws the errors of the port; Ambiguous whenever the events may have been stored
 */
export async function append(
  connection: Connection,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  newest?: string,
): Promise<Appended> {
  // Called for its checks only: the client serializes the events itself.
  serializeEvents(stream, expected, events);
  const before = expected === 'none' ? -1 : expected;
  if (newest !== undefined) {
    const [there, next] = await readStream(connection, stream, { after: before - 1, limit: 2 });
    if (next) throw new WrongExpectedRevision(stream, expected, next.revision);
    if (there && there.id !== newest) throw new WrongExpectedRevision(stream, expected, expected);
  }
  try {
    const { nextExpectedRevision, position } = await connection.appends.call(client =>
      client.appendToStream(
        stream,
        events.map(({ id, type, data, metadata }) =>
          jsonEvent({ id, type, data, metadata: { ...metadata } }),
        ),
        { expectedRevision: expected === 'none' ? NO_STREAM : BigInt(expected) },
      ),
    );
    const revision = before + events.length;
    // For several events the server returns the position of the first; for a repeated append sometimes none.
    if (position && events.length === 1 && revisionFrom(nextExpectedRevision) === revision)
      return { revision, position: positionFrom(position) };
    return await positionAt(connection, stream, revision);
  } catch (error) {
    const ids = events.map(({ id }) => id);
    if (error instanceof WrongExpectedVersionError) {
      const earlier = await findEarlierAppend(connection, stream, before, ids);
      if (earlier) return earlier;
      const actual = typeof error.actualVersion === 'bigint' ? revisionFrom(error.actualVersion) : 'none';
      throw new WrongExpectedRevision(stream, expected, actual);
    }
    if (error instanceof MaxAppendSizeExceededError) throw new InvalidAppend(error.message, { cause: error });
    if (neverSent(error)) throw unavailable(error);
    // It may have been stored: the reply was lost, or the same append was sent twice at once.
    if (!(error instanceof ReplyTimeout)) {
      const earlier = await findEarlierAppend(connection, stream, before, ids).catch(() => undefined);
      if (earlier) return earlier;
    }
    throw new Ambiguous(`EventStoreDB: ${String(error)}`, { cause: error });
  }
}

/** Position of an event that was just stored. If it cannot be read, the result is Ambiguous, because the append succeeded. */
async function positionAt(connection: Connection, stream: string, revision: number): Promise<Appended> {
  const [last] = await readStream(connection, stream, { after: revision - 1, limit: 1 }).catch(cause => {
    throw new Ambiguous('the events are stored, their position could not be read', { cause });
  });
  if (!last) throw new Ambiguous(`${stream}@${revision} was stored and cannot be read`);
  return { revision, position: last.position };
}

/** The same events after the expected revision: the conflict is with an earlier attempt of the same append. */
async function findEarlierAppend(
  connection: Connection,
  stream: string,
  before: number,
  ids: readonly string[],
): Promise<Appended | undefined> {
  const found = await readStream(connection, stream, { after: before, limit: ids.length });
  const last = found.at(-1);
  const same = found.length === ids.length && found.every(({ id }, index) => id === ids[index]);
  return same && last ? { revision: last.revision, position: last.position } : undefined;
}
