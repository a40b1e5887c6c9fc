import type { LearnerEvents } from '../../domain/learner-events.ts';
import type { ReadingEvent } from '../../domain/reading/reading.ts';
import type { SubscriptionEvent } from '../../domain/subscription/subscription.ts';
import type { VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import type { StreamOf, StreamReader } from '../../event-store/stream-reader.ts';

type EventOfStream =
  | { readonly of: 'vocabulary'; readonly language: string; readonly event: VocabularyEvent }
  | { readonly of: 'reading'; readonly book: string; readonly event: ReadingEvent }
  | { readonly of: 'subscription'; readonly event: SubscriptionEvent };

/** An event of a learner, with what its stream is about. */
export type HistoryEvent = EventOfStream & {
  readonly metadata: { readonly commandId: string; readonly at: string };
};

/** Events read of a stream at a time. An event may have a megabyte, so few. */
const PAGE = 50;

interface Page {
  readonly events: readonly HistoryEvent[];
  readonly revision: number;
  readonly isLast: boolean;
}

/** A stream that is being read. */
interface Source {
  /** The page after a revision. It has events unless nothing followed. */
  readonly read: (after: number) => Promise<Page>;
  page: Page;
  /** Index in the page of the next event. */
  next: number;
}

/**
 * All events of a learner, oldest first, from their own streams. Events of one stream keep their order, also if a clock was
 * set back. Holds one page of each stream in memory.
 * @returns batches of events; the first pages have been read when it resolves
 * @throws Unavailable, UnknownSchema, UnknownEvent
 */
export async function historyEvents(
  reader: StreamReader<LearnerEvents>,
  learner: string,
  { languages, books }: { readonly languages: readonly string[]; readonly books: readonly string[] },
): Promise<AsyncIterable<readonly HistoryEvent[]>> {
  const sources = await Promise.all([
    open(reader, `subscription-${learner}`, event => ({ of: 'subscription', event })),
    ...languages.map(language =>
      open(reader, `vocabulary-${learner}-${language}`, event => ({ of: 'vocabulary', language, event })),
    ),
    ...books.map(book =>
      open(reader, `reading-${learner}-${book}`, event => ({ of: 'reading', book, event })),
    ),
  ]);
  return merged(sources);
}

/** @param about the event with what the stream is about */
async function open<Category extends keyof LearnerEvents>(
  { readStream }: StreamReader<LearnerEvents>,
  stream: StreamOf<Category>,
  about: (event: LearnerEvents[Category]) => EventOfStream,
): Promise<Source> {
  const pageAfter = (after: number) => readStream(stream, { after, limit: PAGE });
  const read = async (after: number): Promise<Page> => {
    let page = await pageAfter(after);
    while (page.events.length === 0 && !page.isLast) page = await pageAfter(page.revision);
    const events = page.events.map(event => ({ ...about(event), metadata: event.metadata }));
    return { ...page, events };
  };
  return { read, page: await read(-1), next: 0 };
}

async function* merged(sources: readonly Source[]) {
  let batch: HistoryEvent[] = [];
  for (;;) {
    const oldest = oldestOf(sources);
    if (!oldest) break;
    const { source, event } = oldest;
    batch.push(event);
    source.next++;
    if (source.next === source.page.events.length && !source.page.isLast) {
      yield batch;
      batch = [];
      source.page = await source.read(source.page.revision);
      source.next = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function oldestOf(
  sources: readonly Source[],
): { readonly source: Source; readonly event: HistoryEvent } | undefined {
  let oldest: { readonly source: Source; readonly event: HistoryEvent } | undefined;
  for (const source of sources) {
    const event = source.page.events[source.next];
    if (event && (!oldest || event.metadata.at < oldest.event.metadata.at)) oldest = { source, event };
  }
  return oldest;
}
