import type { Log, Position, RecordedEvent } from '../log.ts';

export interface Following {
  /** Events of the category, in the order they came. */
  readonly events: readonly RecordedEvent[];
  /** How often the subscription ended by itself and was resumed. */
  resumed(): number;
  /** Resolves after `count` events; rejects after `milliseconds`. */
  until(count: number, milliseconds?: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Follows the log as a projection does: subscribes from its own checkpoint, and again whenever the subscription ends.
 */
export function follow(
  log: Log,
  category: string,
  after: Position,
  eachBatch: () => Promise<void> = async () => {},
): Following {
  const events: RecordedEvent[] = [];
  const stopping = new AbortController();
  let checkpoint = after;
  let resumed = -1;
  let arrived = () => {};

  const running = (async () => {
    while (!stopping.signal.aborted) {
      resumed += 1;
      try {
        for await (const batch of log.subscribe({ after: checkpoint }, stopping.signal)) {
          checkpoint = batch.at(-1)?.position ?? checkpoint;
          events.push(...batch.filter(event => event.stream.startsWith(`${category}-`)));
          arrived();
          await eachBatch();
        }
      } catch {
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    }
  })();

  return {
    events,
    resumed: () => resumed,
    async until(count, milliseconds = 15_000) {
      const deadline = Date.now() + milliseconds;
      while (events.length < count) {
        const left = deadline - Date.now();
        if (left <= 0) throw new Error(`${events.length} of ${count} events came`);
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, left);
          arrived = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
