import type { ChangeSignal } from '../../../concurrency/change-signal.ts';
import { backoff, wait } from '../../../concurrency/wait.ts';
import {
  bytesOf,
  type Log,
  PAGE,
  PAGE_BYTES,
  type Position,
  type RecordedEvent,
} from '../../../event-store/log.ts';
import { openPages } from './pages.ts';

/**
 * The log as the projections of a process read it. One live subscription wakes all of them and keeps the newest events in
 * memory, so that projections at the head do not read the log; those that catch up share pages.
 */
export interface Feed {
  /** The next events above a position. @throws Unavailable */
  next(after: Position): Promise<Batch>;
}

export interface Batch {
  readonly events: readonly RecordedEvent[];
  /** Whether these are all events up to the head of the log. */
  readonly isLast: boolean;
}

/** A batch has so many events, or is so large, or some more. Large, because its cost is mostly round trips and changed rows. */
export const BATCH = 5 * PAGE;
const BATCH_BYTES = 5 * PAGE_BYTES;

/** Size of the newest events kept in memory. */
const KEPT_BYTES = 2 * PAGE_BYTES;

/** The newest events, without a gap between `after` and `end`. */
interface Tail {
  readonly after: Position;
  readonly events: readonly RecordedEvent[];
  readonly bytes: number;
  readonly end: Position;
}

/** @param changes notified whenever there may be new events */
export function openFeed(log: Log, changes: ChangeSignal, signal: AbortSignal): Feed {
  const pages = openPages(log);
  let tail: Tail | undefined;

  const follow = async () => {
    const pauses = backoff(100, 5_000);
    while (!signal.aborted) {
      try {
        const head = await log.head();
        tail = { after: head, events: [], bytes: 0, end: head };
        changes.notify();
        for await (const events of log.subscribe({ after: head }, signal)) {
          tail = longer(tail, events);
          pauses.reset();
          changes.notify();
        }
      } catch {
        // The projections get the same error when they read, and report it.
      }
      // Without a subscription all projections read the log itself; its history may have been replaced meanwhile.
      tail = undefined;
      pages.forget();
      changes.notify();
      await wait(pauses.next(), signal);
    }
  };
  void follow();

  async function piece(after: Position): Promise<readonly RecordedEvent[]> {
    if (tail?.end === after) return [];
    if (tail && tail.after <= after && after < tail.end)
      return tail.events.slice(tail.events.findIndex(event => event.position > after));
    return pages.after(after);
  }

  return {
    async next(after) {
      const events: RecordedEvent[] = [];
      let bytes = 0;
      while (events.length < BATCH && bytes < BATCH_BYTES) {
        const more = await piece(events.at(-1)?.position ?? after);
        if (more.length === 0) return { events, isLast: true };
        events.push(...more);
        bytes += bytesOf(more);
      }
      return { events, isLast: false };
    },
  };
}

/** The tail with events added; the oldest half is dropped when it has become too large. */
function longer(tail: Tail, added: readonly RecordedEvent[]): Tail {
  const all = [...tail.events, ...added];
  const bytes = tail.bytes + bytesOf(added);
  const end = all.at(-1)?.position ?? tail.end;
  if (bytes <= KEPT_BYTES) return { after: tail.after, events: all, bytes, end };
  let [from, left] = [0, bytes];
  for (; left > KEPT_BYTES / 2; from++) left -= all[from]?.bytes ?? left;
  return { after: all[from - 1]?.position ?? tail.after, events: all.slice(from), bytes: left, end };
}
