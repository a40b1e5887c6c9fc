import { type ReadingEvent, readingEventTypes } from '../../domain/reading/reading.ts';
import { type SubscriptionEvent, subscriptionEventTypes } from '../../domain/subscription/subscription.ts';
import { type VocabularyEvent, vocabularyEventTypes } from '../../domain/vocabulary/vocabulary.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';

interface Recorded {
  readonly metadata: { readonly commandId: string; readonly at: string };
}

/** An event of a learner, with what its stream is about. */
export type HistoryEvent = Recorded &
  (
    | { readonly of: 'vocabulary'; readonly language: string; readonly event: VocabularyEvent }
    | { readonly of: 'reading'; readonly book: string; readonly event: ReadingEvent }
    | { readonly of: 'subscription'; readonly event: SubscriptionEvent }
  );

/** Events read of a stream at a time. An event may have a megabyte, so few. */
const PAGE = 50;

type Page = Awaited<ReturnType<StreamReader['readStream']>>;
type Read = Page['events'][number];

const types = {
  vocabulary: vocabularyEventTypes,
  reading: readingEventTypes,
  subscription: subscriptionEventTypes,
} satisfies Readonly<Record<HistoryEvent['of'], object>>;

type About =
  | { readonly of: 'vocabulary'; readonly language: string }
  | { readonly of: 'reading'; readonly book: string }
  | { readonly of: 'subscription' };

interface Source {
  readonly stream: string;
  /** Undefined for an event that is not part of the history, such as `NothingChanged`. */
  readonly tell: (event: Read) => HistoryEvent | undefined;
  page: Page;
  /** Index in the page of the next event. */
  next: number;
}

/**
 * All events of a learner, oldest first, from their own streams. Events of one stream keep their order, also if a clock was
 * set back. Holds one page of each stream in memory.
 * @returns batches of events; the first pages have been read when it resolves
 * @throws Unavailable, UnknownSchema
 */
export async function historyEvents(
  reader: StreamReader,
  learner: string,
  { languages, books }: { readonly languages: readonly string[]; readonly books: readonly string[] },
): Promise<AsyncIterable<readonly HistoryEvent[]>> {
  const open = async (stream: string, about: About): Promise<Source> => ({
    stream,
    tell: read => {
      if (!Object.hasOwn(types[about.of], read.type)) return undefined;
      // Safe: streams with these names contain only these events.
      return { metadata: read.metadata, ...about, event: read } as unknown as HistoryEvent;
    },
    page: await reader.readStream(stream, { after: -1, limit: PAGE }),
    next: 0,
  });
  const sources = await Promise.all([
    open(`subscription-${learner}`, { of: 'subscription' }),
    ...languages.map(language => open(`vocabulary-${learner}-${language}`, { of: 'vocabulary', language })),
    ...books.map(book => open(`reading-${learner}-${book}`, { of: 'reading', book })),
  ]);
  return merged(reader, sources);
}

async function* merged(reader: StreamReader, sources: readonly Source[]) {
  let batch: HistoryEvent[] = [];
  for (;;) {
    const oldest = oldestOf(sources);
    if (!oldest) break;
    const { source, event } = oldest;
    const told = source.tell(event);
    if (told) batch.push(told);
    source.next++;
    if (source.next === source.page.events.length && !source.page.isLast) {
      yield batch;
      batch = [];
      source.page = await reader.readStream(source.stream, { after: event.revision, limit: PAGE });
      source.next = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function oldestOf(sources: readonly Source[]): { source: Source; event: Read } | undefined {
  let oldest: { source: Source; event: Read } | undefined;
  for (const source of sources) {
    const event = source.page.events[source.next];
    if (event && (!oldest || event.metadata.at < oldest.event.metadata.at)) oldest = { source, event };
  }
  return oldest;
}
