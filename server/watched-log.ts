import { Ambiguous, type Log, Unavailable } from '../event-store/log.ts';

/** The same log; an operator is told once when it goes away and once when it answers again, whoever asks it how often. */
export function watchedLog(log: Log, report: (line: string) => void): Log {
  let awaySince: number | undefined;

  async function watched<T>(call: Promise<T>): Promise<T> {
    try {
      const reply = await call;
      if (awaySince !== undefined) {
        report(`the log answers again after ${Math.round((Date.now() - awaySince) / 1000)} s`);
        awaySince = undefined;
      }
      return reply;
    } catch (error) {
      if ((error instanceof Unavailable || error instanceof Ambiguous) && awaySince === undefined) {
        awaySince = Date.now();
        report(`the log is away: ${error.message}; commands answer 503 until it is back, queries go on`);
      }
      throw error;
    }
  }

  return {
    id: () => watched(log.id()),
    head: () => watched(log.head()),
    append: (...append) => watched(log.append(...append)),
    readStream: (...page) => watched(log.readStream(...page)),
    readAll: (...page) => watched(log.readAll(...page)),
    subscribe: (...after) => log.subscribe(...after),
    close: () => log.close(),
  };
}
