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
 * Appends as one unit. EventStoreDB recognises events that stand at the expected place under the same ids.
 * @throws as the port says; an error behind which the events may have been stored is Ambiguous
 */
export async function append(
  connection: Connection,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<Appended> {
  // For its checks alone: the client takes no JSON text, it writes its own.
  serializeEvents(stream, expected, events);
  const before = expected === 'none' ? -1 : expected;
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
    // Of several events the server names the position of the first; of a repeated append sometimes none.
    if (position && events.length === 1 && revisionFrom(nextExpectedRevision) === revision)
      return { revision, position: positionFrom(position) };
    return await placeOf(connection, stream, revision);
  } catch (error) {
    const ids = events.map(({ id }) => id);
    if (error instanceof WrongExpectedVersionError) {
      const echo = await echoOf(connection, stream, before, ids);
      if (echo) return echo;
      const actual = typeof error.actualVersion === 'bigint' ? revisionFrom(error.actualVersion) : 'none';
      throw new WrongExpectedRevision(stream, expected, actual);
    }
    if (error instanceof MaxAppendSizeExceededError) throw new InvalidAppend(error.message, { cause: error });
    if (neverSent(error)) throw unavailable(error);
    // It may have been stored all the same: the reply was lost, or two sendings of one append met each other.
    if (!(error instanceof ReplyTimeout)) {
      const echo = await echoOf(connection, stream, before, ids).catch(() => undefined);
      if (echo) return echo;
    }
    throw new Ambiguous(`EventStoreDB: ${String(error)}`, { cause: error });
  }
}

/** Where an event that has just been stored stands. The append is done: not knowing its place is Ambiguous, not failed. */
async function placeOf(connection: Connection, stream: string, revision: number): Promise<Appended> {
  const [last] = await readStream(connection, stream, { after: revision - 1, limit: 1 }).catch(cause => {
    throw new Ambiguous('the events are stored, their position could not be read', { cause });
  });
  if (!last) throw new Ambiguous(`${stream}@${revision} was stored and cannot be read`);
  return { revision, position: last.position };
}

/** The same events at the expected place: a conflict with nobody but an earlier sending. */
async function echoOf(
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
