import { isFull, type RecordedEvent } from './log.ts';
import type { UpcastingLog } from './upcasting.ts';

/** A part of a stream. */
export interface StreamPage {
  readonly events: readonly RecordedEvent[];
  /** Revision of the last event; without events the one that the page was to begin after. */
  readonly revision: number;
  /** Nothing followed when it was read. */
  readonly isLast: boolean;
}

/**
 * Reading a stream page by page, and nothing else: no append, no subscription. Events come in their current shape. The
 * only port of the log that queries may use (decision 40).
 */
export interface StreamReader {
  /**
   * Events of one stream in order, those with a revision above `after`, which is -1 for the first page. A page of large
   * events ends before its limit, see `PAGE_BYTES`.
   * @throws Unavailable, UnknownSchema; RangeError when `after` is less than -1: EventStoreDB refuses it, Postgres does not
   */
  readStream(stream: string, page: { readonly after: number; readonly limit?: number }): Promise<StreamPage>;
}

export function streamReader(log: Pick<UpcastingLog, 'readStream' | 'currentSchema'>): StreamReader {
  return {
    readStream: async (stream, page) => {
      const { after } = page;
      if (after < -1) throw new RangeError(`${stream} has no revision ${after} to read after`);
      const events = await log.readStream(stream, page);
      return { events, revision: events.at(-1)?.revision ?? after, isLast: !isFull(events, page.limit) };
    },
  };
}

/** The pages of a stream from a revision on, up to its end. */
export async function* streamPages(
  { readStream }: StreamReader,
  stream: string,
  { after = -1 }: { readonly after?: number } = {},
): AsyncGenerator<StreamPage> {
  for (let from = after; ; ) {
    const page = await readStream(stream, { after: from });
    yield page;
    if (page.isLast) return;
    from = page.revision;
  }
}
