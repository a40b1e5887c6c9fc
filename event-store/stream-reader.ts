import type { RecordedEvent } from './log.ts';
import type { UpcastingLog } from './upcasting.ts';

/**
 * Reading a stream page by page, and nothing else: no append, no subscription. Events come in their current shape. The
 * only port of the log that queries may use (decision 40).
 */
export interface StreamReader {
  /**
   * Events of one stream in order, those with a revision above `after`, which is -1 for the first page.
   * @throws Unavailable, UnknownSchema; RangeError when `after` is less than -1: EventStoreDB refuses it, Postgres does not
   */
  readStream(
    stream: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly RecordedEvent[]>;
}

export function streamReader(log: Pick<UpcastingLog, 'readStream' | 'currentSchema'>): StreamReader {
  return {
    readStream: async (stream, page) => {
      if (page.after < -1) throw new RangeError(`${stream} has no revision ${page.after} to read after`);
      return log.readStream(stream, page);
    },
  };
}
