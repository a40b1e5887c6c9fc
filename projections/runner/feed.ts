import { type Log, PAGE, type Position, type RecordedEvent } from '../../event-store/log.ts';
import { backoff, wait } from './wait.ts';

/**
 * The process's one live subscription, shared by all its projections: it wakes them, and keeps the newest batches so
 * that those who keep up need not read the log again. Anybody further behind reads the log itself.
 */
export interface Feed {
  /** The next events above a position; empty when there are none yet. */
  next(after: Position, limit: number): Promise<readonly RecordedEvent[]>;
  /** Resolves when something may have been appended since the last call, or after so many milliseconds. */
  news(milliseconds: number, signal: AbortSignal): Promise<void>;
}

interface Kept {
  readonly after: Position;
  readonly events: readonly RecordedEvent[];
}

/** Batches kept; each is at most a page. */
const KEPT = 16;

export function openFeed(log: Log, signal: AbortSignal): Feed {
  const kept: Kept[] = [];
  const sleepers = new Set<AbortController>();

  const wake = () => {
    for (const sleeper of sleepers) sleeper.abort();
  };
  const follow = async () => {
    const pauses = backoff(100, 5_000);
    while (!signal.aborted) {
      try {
        // A broken subscription begins again at the head: those who were behind it read the log themselves.
        let after = await log.head();
        kept.length = 0;
        wake();
        for await (const events of log.subscribe({ after }, signal)) {
          kept.push({ after, events });
          if (kept.length > KEPT) kept.shift();
          after = events.at(-1)?.position ?? after;
          pauses.reset();
          wake();
        }
      } catch {
        // The projections meet the same trouble when they read, and report it.
      }
      await wait(pauses.next(), signal);
    }
  };
  void follow();

  return {
    async next(after, limit) {
      const found = kept.find(batch => batch.after === after);
      if (found && found.events.length <= limit) return found.events;
      return log.readAll({ after, limit: Math.min(limit, PAGE) });
    },
    async news(milliseconds, until) {
      const sleeper = new AbortController();
      sleepers.add(sleeper);
      await wait(milliseconds, AbortSignal.any([sleeper.signal, until]));
      sleepers.delete(sleeper);
    },
  };
}
