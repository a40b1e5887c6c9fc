import pg from 'pg';
import { Ambiguous, type ExpectedRevision, isFull, type Log, WrongExpectedRevision } from '../log.ts';
import { serializeEvents } from '../serialize.ts';
import { type Append, appender, type Verdict } from './append.ts';
import { connect, connectionOptions } from './connection.ts';
import { groupCommit } from './group-commit.ts';
import { appendNotifications } from './notifications.ts';
import { findEarlierAppend, positionFrom, readAll, readHead, readStream } from './read.ts';
import { prepareSchema } from './schema.ts';

/** Concurrent reads; further reads wait up to 3 s for a connection. */
const READERS = 8;

/**
 * The log in the schema `event_log` of a Postgres database, created when missing.
 * Owns its connections: one for appends, one for notifications once there is a subscriber, and up to eight for reads.
 * @param options.readOnly the log is only read, and may lie on a replica: nothing is created
 * @throws Unavailable when the database cannot be reached now
 */
export async function postgresLog({
  url,
  readOnly = false,
}: {
  url: string;
  readOnly?: boolean;
}): Promise<Log> {
  const options = connectionOptions(url);
  const first = await connect(options);
  try {
    if (!readOnly) await prepareSchema(first);
  } finally {
    await first.end();
  }

  const pool = new pg.Pool({ ...options, max: READERS });
  // The server may end a connection at any time; without listeners that would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  const writing = appender(options);
  const groups = groupCommit<Append, Verdict>(writing.send);
  const notifications = appendNotifications(options);

  return {
    id: async () => (await readHead(pool)).id,
    head: async () => (await readHead(pool)).position,
    readStream: (stream, page) => readStream(pool, stream, page),
    readAll: page => readAll(pool, page),

    async append(stream, expected, events, newest) {
      const written = serializeEvents(stream, expected, events);
      const bytes = written.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      const before = expected === 'none' ? -1 : expected;
      const verdict = await groups.commit({ stream, expected: before, newest, events: written, bytes });
      if (verdict.stored) return { revision: verdict.revision, position: positionFrom(verdict.position) };

      if (newest === undefined && verdict.revision >= before + written.length) {
        const ids = written.map(({ id }) => id);
        const earlier = await findEarlierAppend(pool, { stream, expected: before, ids }).catch(cause => {
          throw new Ambiguous('a conflict, perhaps with its own first sending', { cause });
        });
        if (earlier !== undefined) return { revision: before + written.length, position: earlier };
      }
      const actual: ExpectedRevision = verdict.revision === -1 ? 'none' : verdict.revision;
      throw new WrongExpectedRevision(stream, expected, actual);
    },

    async *subscribe({ after }, signal) {
      let position = after;
      let woken: 'notified' | 'poll' = 'notified';
      while (!signal.aborted) {
        const version = notifications.version();
        const batch = await readAll(pool, { after: position });
        if (signal.aborted) return;
        const last = batch.at(-1);
        if (last) {
          if (woken === 'poll') notifications.reconnect();
          position = last.position;
          yield batch;
        }
        if (!isFull(batch)) woken = await notifications.waitAfter(version, signal);
      }
    },

    async close() {
      await groups.close();
      await Promise.all([writing.close(), notifications.close(), pool.end()]);
    },
  };
}
