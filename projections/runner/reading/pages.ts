import {
  bytesOf,
  isFull,
  type Log,
  PAGE_BYTES,
  type Position,
  type RecordedEvent,
} from '../../../event-store/log.ts';

/** A cache of the log's pages, shared by projections that catch up, with read-ahead. */
export interface Pages {
  /** Events above a position, at most a page; empty at the head of the log. @throws Unavailable */
  after(position: Position): Promise<readonly RecordedEvent[]>;
  /** Clears the cache, because the log's history may have been replaced. */
  forget(): void;
}

/** Size of the pages kept, for projections that catch up at different positions. */
const KEPT_BYTES = 16 * PAGE_BYTES;
/** Pages read ahead while a batch is being applied. */
const AHEAD = 6;

interface Page {
  readonly after: Position;
  readonly reading: Promise<readonly RecordedEvent[]>;
  /** Position of the last event, once read. */
  last: Position | undefined;
  /** 0 until it is read. */
  bytes: number;
}

export function openPages(log: Log): Pages {
  /** By the position before the first event; least recently used first. */
  const kept = new Map<Position, Page>();

  function read(after: Position): Page {
    const page: Page = { after, reading: log.readAll({ after }), last: undefined, bytes: 0 };
    page.reading.then(
      events => {
        page.last = events.at(-1)?.position;
        page.bytes = bytesOf(events);
        // A page at the head is not kept: the log may have grown by the next read.
        if (isFull(events)) dropOldest();
        else drop(page);
      },
      () => drop(page),
    );
    return page;
  }

  function drop(page: Page): void {
    if (kept.get(page.after) === page) kept.delete(page.after);
  }

  function dropOldest(): void {
    let bytes = kept.values().reduce((sum, page) => sum + page.bytes, 0);
    for (const page of kept.values()) {
      if (bytes <= KEPT_BYTES) break;
      drop(page);
      bytes -= page.bytes;
    }
  }

  function use(page: Page): Page {
    kept.delete(page.after);
    kept.set(page.after, page);
    return page;
  }

  /** A cached page with other boundaries that contains the position: after it both readers share pages. */
  function around(position: Position): Page | undefined {
    for (const page of kept.values())
      if (page.last !== undefined && page.after < position && position < page.last) return page;
    return undefined;
  }

  async function readAhead(page: Page, pages: number): Promise<void> {
    const events = await page.reading;
    if (pages === 0 || !isFull(events) || page.last === undefined) return;
    await readAhead(kept.get(page.last) ?? use(read(page.last)), pages - 1);
  }

  return {
    async after(position) {
      const page = use(kept.get(position) ?? around(position) ?? read(position));
      // The reader that reaches the failed page gets its error.
      readAhead(page, AHEAD).catch(() => {});
      const events = await page.reading;
      if (page.after === position) return events;
      return events.slice(events.findIndex(event => event.position > position));
    },
    forget: () => kept.clear(),
  };
}
