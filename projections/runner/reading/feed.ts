import type { ChangeSignal } from '../../../concurrency/change-signal.ts';
import { backoff, wait } from '../../../concurrency/wait.ts';
import { type Log, PAGE, type Position, type RecordedEvent } from '../../../event-store/log.ts';
import { openPages } from './pages.ts';

/**
 * The log as the projections of a process read it. One live subscription wakes all of them and keeps the newest events in
 * memory, so that projections at the head do not read the log; those that catch up share pages.
 */
export interface Feed {
  /**
   * The next events above a position: `BATCH` of them or some more, fewer only at the head of the log.
   * @throws Unavailable
   */
  next(after: Position): Promise<readonly RecordedEvent[]>;
}

/** Events of a batch. Large, because a batch's cost is mostly round trips and changed rows, not events. */
export const BATCH = 5 * PAGE;

/** Number of newest events kept in memory. */
const KEPT = BATCH;

/** The newest events, without a gap between `after` and `end`. */
interface Tail {
  after: Position;
  events: readonly RecordedEvent[];
  end: Position;
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
        tail = { after: head, events: [], end: head };
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
      while (events.length < BATCH) {
        const more = await piece(events.at(-1)?.position ?? after);
        if (more.length === 0) break;
        events.push(...more);
      }
      return events;
    },
  };
}

function longer({ after, events, end }: Tail, added: readonly RecordedEvent[]): Tail {
  const all = [...events, ...added];
  const newest = added.at(-1)?.position ?? end;
  if (all.length <= KEPT) return { after, events: all, end: newest };
  const dropped = all.length - KEPT / 2;
  return { after: all[dropped - 1]?.position ?? after, events: all.slice(dropped), end: newest };
}
