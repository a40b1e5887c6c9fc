import { backoff, wait } from '../concurrency/wait.ts';
import { Ambiguous, type Log, Unavailable } from './log.ts';

/**
 * A circuit breaker around a log. While the log is unreachable the circuit is open: calls fail at once instead of waiting
 * for a timeout, and repeated probes detect when the log is back. A failed call only triggers a probe; the circuit opens
 * when the probe fails, because one lost reply is not an outage.
 * @param report receives a message for the operator when the circuit opens and when it closes
 */
export function withCircuitBreaker(log: Log, report: (line: string) => void): Log {
  const closing = new AbortController();
  let open: { readonly since: number; readonly reason: string } | undefined;
  let probing = false;

  /** Probes until the log answers. */
  async function probeUntilAvailable(): Promise<void> {
    if (probing) return;
    probing = true;
    const pauses = backoff(100, 1_000);
    while (!closing.signal.aborted && !(await probe())) await wait(pauses.next(), closing.signal);
    probing = false;
  }

  async function probe(): Promise<boolean> {
    try {
      await log.head();
      if (open) report(`the log answers again after ${Math.round((Date.now() - open.since) / 1000)} s`);
      open = undefined;
      return true;
    } catch (error) {
      if (open || closing.signal.aborted) return false;
      open = { since: Date.now(), reason: error instanceof Error ? error.message : String(error) };
      report(`the log is away: ${open.reason}; commands answer 503 until it is back, queries go on`);
      return false;
    }
  }

  function failWhenOpen(): void {
    if (open) throw new Unavailable(open.reason);
  }

  function probeAfter(error: unknown): void {
    if (error instanceof Unavailable || error instanceof Ambiguous) void probeUntilAvailable();
  }

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    failWhenOpen();
    try {
      return await call();
    } catch (error) {
      probeAfter(error);
      throw error;
    }
  }

  void probeUntilAvailable();
  return {
    id: () => guarded(() => log.id()),
    head: () => guarded(() => log.head()),
    append: (...append) => guarded(() => log.append(...append)),
    readStream: (...page) => guarded(() => log.readStream(...page)),
    readAll: (...page) => guarded(() => log.readAll(...page)),
    async *subscribe(...after) {
      failWhenOpen();
      try {
        yield* log.subscribe(...after);
      } catch (error) {
        probeAfter(error);
        throw error;
      }
    },
    async close() {
      closing.abort();
      await log.close();
    },
  };
}
