import { changesOf, type DomainEvent } from './aggregate/aggregate.ts';
import { isFull, type RecordedEvent } from './log.ts';
import type { UpcastingLog } from './upcasting.ts';

/** The name of a stream of a category. */
export type StreamOf<Category extends string> = `${Category}-${string}`;

/** Events by the category of their streams. */
type EventsByCategory = Readonly<Record<string, DomainEvent>>;

/** A part of a stream. */
export interface StreamPage<Event> {
  /** Without the traces of commands that changed nothing. */
  readonly events: readonly (RecordedEvent & Event)[];
  /** Revision that was read up to; when nothing followed the one that the page was to begin after. */
  readonly revision: number;
  /** Nothing followed when it was read. */
  readonly isLast: boolean;
}

/**
 * Reading a stream page by page, and nothing else: no append, no subscription. Events come in their current shape. The
 * only port of the log that queries may use (decision 40).
 */
export interface StreamReader<Events extends EventsByCategory> {
  /**
   * Events of one stream in order, those with a revision above `after`, which is -1 for the first page. A page of large
   * events ends before its limit, see `PAGE_BYTES`.
   * @throws Unavailable, UnknownSchema and UnknownEvent; RangeError when `after` is less than -1: EventStoreDB refuses it,
   * Postgres does not
   */
  readStream<Category extends keyof Events & string>(
    stream: StreamOf<Category>,
    page: { readonly after: number; readonly limit?: number },
  ): Promise<StreamPage<Events[Category]>>;
}

/** @param types every type of event that the streams of a category may contain */
export function streamReader<Events extends EventsByCategory>(
  log: Pick<UpcastingLog, 'readStream' | 'currentSchema'>,
  types: { readonly [Category in keyof Events]: Readonly<Record<Events[Category]['type'], true>> },
): StreamReader<Events> {
  return {
    async readStream<Category extends keyof Events & string>(
      stream: StreamOf<Category>,
      page: { readonly after: number; readonly limit?: number },
    ) {
      const { after } = page;
      if (after < -1) throw new RangeError(`${stream} has no revision ${after} to read after`);
      const events = await log.readStream(stream, page);
      const category = stream.slice(0, stream.indexOf('-')) as Category;
      return {
        events: changesOf<Events[Category]>(types[category], events),
        revision: events.at(-1)?.revision ?? after,
        isLast: !isFull(events, page.limit),
      };
    },
  };
}

/** The pages of a stream from a revision on, up to its end. */
export async function* streamPages<Events extends EventsByCategory, Category extends keyof Events & string>(
  { readStream }: StreamReader<Events>,
  stream: StreamOf<Category>,
  { after = -1 }: { readonly after?: number } = {},
): AsyncGenerator<StreamPage<Events[Category]>> {
  for (let from = after; ; ) {
    const page = await readStream(stream, { after: from });
    yield page;
    if (page.isLast) return;
    from = page.revision;
  }
}
