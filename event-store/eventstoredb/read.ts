import {
  BACKWARDS,
  END,
  FORWARDS,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { BEGINNING, isFull, PAGE, PAGE_BYTES, type Position, type RecordedEvent } from '../log.ts';
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
      const page = emptyPage(limit);
      const options = { direction: FORWARDS, fromRevision: BigInt(after + 1), maxCount: limit } as const;
      try {
        for await (const { event } of partsOf(client.readStream(stream, options), onReply)) {
          if (event) page.add(recordedEvent(event));
          if (page.isLarge()) break;
        }
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error;
      }
      return page.events;
    }),
  );
}

/** Skips system events: reads on until the page is full or the head is reached. */
export async function readAll(
  connection: Connection,
  { after, limit = PAGE }: { after?: Position; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  const page = emptyPage(limit);
  let from = after === undefined || isBeginning(after) ? undefined : serverPosition(after);
  for (;;) {
    // The server's page starts with the event at the position itself, so request one more.
    const count = Math.max(limit - page.events.length, 100) + 1;
    const read = await reading(() =>
      connection.reads.call(async (client, onReply) => {
        const begin = from && positionFrom(from);
        const options = { direction: FORWARDS, fromPosition: from ?? START, maxCount: count } as const;
        let parts = 0;
        for await (const { event } of partsOf(client.readAll(options), onReply)) {
          parts += 1;
          if (!event?.position) continue;
          from = event.position;
          if ((begin === undefined || positionFrom(from) > begin) && isOurs(event))
            page.add(recordedEvent(event));
          if (page.isLarge()) break;
        }
        return parts;
      }),
    );
    if (isFull(page.events, limit) || read < count) return page.events;
  }
}

export async function head(connection: Connection): Promise<Position> {
  let from: ReturnType<typeof serverPosition> | undefined;
  for (;;) {
    let newest: Position | undefined;
    const read = await reading(() =>
      connection.reads.call(async (client, onReply) => {
        const options = { direction: BACKWARDS, fromPosition: from ?? END, maxCount: 100 } as const;
        let parts = 0;
        for await (const { event } of partsOf(client.readAll(options), onReply)) {
          parts += 1;
          if (!event?.position) continue;
          from = event.position;
          if (!isOurs(event)) continue;
          newest = positionFrom(from);
          break;
        }
        return parts;
      }),
    );
    if (newest !== undefined) return newest;
    if (read < 100) return BEGINNING;
  }
}

/** A page that is being filled, event by event, so that nothing is in memory twice. */
function emptyPage(limit: number) {
  const events: RecordedEvent[] = [];
  let bytes = 0;
  return {
    events,
    /** Does nothing when the page has as many events as it may. */
    add(event: RecordedEvent) {
      if (events.length === limit) return;
      events.push(event);
      bytes += event.bytes;
    },
    isLarge: () => bytes >= PAGE_BYTES,
  };
}

/**
 * The parts of a reply. When the caller stops early the rest is cancelled, and what has come of it is read and dropped: the
 * client would keep the call open for good, and could not be closed. It cannot cancel a reply that has come whole.
 */
async function* partsOf(reply: StreamingRead<ResolvedEvent>, onReply: () => void) {
  const parts: AsyncIterable<ResolvedEvent> = reply.iterator({ destroyOnReturn: false });
  let isComplete = false;
  try {
    for await (const part of parts) {
      onReply();
      yield part;
    }
    isComplete = true;
  } finally {
    if (!isComplete) {
      // Errors of a reply that nobody reads any more would end the process.
      reply.on('error', () => {});
      await reply.cancel().catch(() => {});
      reply.resume();
    }
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
