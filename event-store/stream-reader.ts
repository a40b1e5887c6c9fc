import type { RecordedEvent } from './log.ts';
import type { UpcastingLog } from './upcasting.ts';

/**
 * Reading a stream page by page, and nothing else: no append, no subscription. Events come in their current shape. The
 * only port of the log that queries may use (decision 40).
 */
export interface StreamReader {
  /** Events of one stream in order, those with a revision above `after`. @throws Unavailable, UnknownSchema */
  readStream(
    stream: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly RecordedEvent[]>;
}

export function streamReader(log: Pick<UpcastingLog, 'readStream' | 'currentSchema'>): StreamReader {
  return { readStream: (stream, page) => log.readStream(stream, page) };
}
