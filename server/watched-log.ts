import { Ambiguous, type Log, Unavailable } from '../event-store/log.ts';
import { backoff, wait } from '../event-store/wait.ts';

/**
 * The same log; while it is away its calls fail at once, so that nobody waits for a server that says nothing, and one
 * look after the other finds out when it is back. An operator is told once when it goes away and once when it answers
 * again, whoever asks it how often. A log that is away from the beginning is told of, too.
 */
export function watchedLog(log: Log, report: (line: string) => void): Log {
  const closing = new AbortController();
  let away: { readonly since: number; readonly reason: string } | undefined;
  let looking = false;

  /** Until the log answers. When it does at the first look, one call was slow or lost its reply: no outage. */
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    const pauses = backoff(100, 1_000);
    while (!closing.signal.aborted && !(await answers())) await wait(pauses.next(), closing.signal);
    looking = false;
  }

  async function answers(): Promise<boolean> {
    try {
      await log.head();
      if (away) report(`the log answers again after ${Math.round((Date.now() - away.since) / 1000)} s`);
      away = undefined;
      return true;
    } catch (error) {
      if (away || closing.signal.aborted) return false;
      away = { since: Date.now(), reason: error instanceof Error ? error.message : String(error) };
      report(`the log is away: ${away.reason}; commands answer 503 until it is back, queries go on`);
      return false;
    }
  }

  function refuseWhileAway(): void {
    if (away) throw new Unavailable(away.reason);
  }

  function suspect(error: unknown): void {
    if (error instanceof Unavailable || error instanceof Ambiguous) void look();
  }

  async function watched<T>(call: () => Promise<T>): Promise<T> {
    refuseWhileAway();
    try {
      return await call();
    } catch (error) {
      suspect(error);
      throw error;
    }
  }

  void look();
  return {
    id: () => watched(() => log.id()),
    head: () => watched(() => log.head()),
    append: (...append) => watched(() => log.append(...append)),
    readStream: (...page) => watched(() => log.readStream(...page)),
    readAll: (...page) => watched(() => log.readAll(...page)),
    async *subscribe(...after) {
      refuseWhileAway();
      try {
        yield* log.subscribe(...after);
      } catch (error) {
        suspect(error);
        throw error;
      }
    },
    async close() {
      closing.abort();
      await log.close();
    },
  };
}
