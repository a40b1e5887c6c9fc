import { BACKWARDS, END, FORWARDS, START, StreamNotFoundError } from '@eventstore/db-client';
import { BEGINNING, PAGE, type Position, type RecordedEvent } from '../log.ts';
import type { Connection } from './connection.ts';
import { isBroken, ReplyTimeout, unavailable } from './errors.ts';
import { isBeginning, isOurs, positionFrom, recordedEvent, serverPosition } from './translate.ts';

export function readStream(
  connection: Connection,
  stream: string,
  { after = -1, limit = PAGE }: { after?: number; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  return reading(() =>
    connection.reads.call(async (client, onReply) => {
      const events: RecordedEvent[] = [];
      try {
        const found = client.readStream(stream, {
          direction: FORWARDS,
          fromRevision: BigInt(after + 1),
          maxCount: limit,
        });
        for await (const { event } of found) {
          onReply();
          if (event) events.push(recordedEvent(event));
        }
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error;
      }
      return events;
    }),
  );
}

/** Skips system events: reads on until it has `limit` events or reaches the head. */
export async function readAll(
  connection: Connection,
  { after, limit = PAGE }: { after?: Position; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let from = after === undefined || isBeginning(after) ? undefined : serverPosition(after);
  for (;;) {
    // The server's page starts with the event at the position itself, so request one more.
    const count = Math.max(limit - events.length, 100) + 1;
    const page = await reading(() =>
      connection.reads.call(async (client, onReply) => {
        const begin = from && positionFrom(from);
        const found: RecordedEvent[] = [];
        let read = 0;
        let last = from;
        const options = { direction: FORWARDS, fromPosition: from ?? START, maxCount: count } as const;
        // Translated one by one, so that a page is not in memory twice.
        for await (const { event } of client.readAll(options)) {
          onReply();
          read += 1;
          if (!event?.position) continue;
          last = event.position;
          if ((begin === undefined || positionFrom(last) > begin) && isOurs(event))
            found.push(recordedEvent(event));
        }
        return { found, read, last };
      }),
    );
    events.push(...page.found.slice(0, limit - events.length));
    if (page.read < count || events.length === limit) return events;
    from = page.last;
  }
}

export async function head(connection: Connection): Promise<Position> {
  let from: ReturnType<typeof serverPosition> | undefined;
  for (;;) {
    const page = await reading(() =>
      connection.reads.call(async (client, onReply) => {
        const found = [];
        const options = { direction: BACKWARDS, fromPosition: from ?? END, maxCount: 100 } as const;
        for await (const { event } of client.readAll(options)) {
          onReply();
          if (event) found.push(event);
        }
        return found;
      }),
    );
    const newest = page.find(isOurs);
    if (newest?.position) return positionFrom(newest.position);
    const oldest = page.at(-1)?.position;
    if (page.length < 100 || !oldest) return BEGINNING;
    from = oldest;
  }
}

/** Turns any failure of a read into Unavailable: retrying a read is safe. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ReplyTimeout || isBroken(error) ? unavailable(error) : error;
  }
}
