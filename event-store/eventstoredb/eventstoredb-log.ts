import { randomUUID } from 'node:crypto';
import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { isFull, type Log, Unavailable } from '../log.ts';
import { append } from './append.ts';
import { openConnection } from './connection.ts';
import { unavailable } from './errors.ts';
import { appendNotifications } from './notifications.ts';
import { head, readAll, readStream } from './read.ts';
import { identityStream } from './translate.ts';

/**
 * The log in an EventStoreDB. One per process, because only one client may append (see `connection.ts`).
 * Opening it does not connect: calls fail when the server is unreachable.
 * @param url `esdb://host:port?tls=false`, or several hosts of a cluster
 */
export function eventStoreDbLog({ url }: { url: string }): Log {
  const connection = openConnection(url);
  const notifications = appendNotifications(connection);
  let known: Promise<string> | undefined;

  /** The id is the first event of a dedicated stream. When several processes write it at once, one wins. */
  async function identity(): Promise<string> {
    const stored = async () => {
      const [event] = await readStream(connection, identityStream, { limit: 1 });
      return typeof event?.data['id'] === 'string' ? event.data['id'] : undefined;
    };
    const before = await stored();
    if (before !== undefined) return before;
    const named = jsonEvent({ id: randomUUID(), type: 'LogNamed', data: { id: randomUUID() }, metadata: {} });
    await connection.appends
      .call(client => client.appendToStream(identityStream, [named], { expectedRevision: NO_STREAM }))
      .catch(error => {
        if (!(error instanceof WrongExpectedVersionError)) throw unavailable(error);
      });
    const after = await stored();
    if (after === undefined) throw new Unavailable('the log could not be given an id');
    return after;
  }

  return {
    id() {
      known ??= identity().catch(error => {
        known = undefined;
        throw error;
      });
      return known;
    },
    head: () => head(connection),
    append: (...given) => append(connection, ...given),
    readStream: (stream, page) => readStream(connection, stream, page),
    readAll: page => readAll(connection, page),
    async *subscribe({ after }, signal) {
      let position = after;
      while (!signal.aborted) {
        const version = notifications.version();
        const batch = await readAll(connection, { after: position });
        if (signal.aborted) return;
        const last = batch.at(-1);
        if (last) {
          position = last.position;
          yield batch;
        }
        if (!isFull(batch)) await notifications.waitAfter(version, signal);
      }
    },
    async close() {
      notifications.close();
      await connection.close();
    },
  };
}
