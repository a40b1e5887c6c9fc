import type { RecordedVocabularyEvent } from '../../../domain/vocabulary/history.ts';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { findUndos, recount } from '../../../domain/vocabulary/recount.ts';
import type { Replayed } from '../../../domain/vocabulary/replay.ts';
import { PAGE, type RecordedEvent } from '../../../event-store/log.ts';
import type { StreamReader } from '../../../event-store/stream-reader.ts';

export interface Recounted {
  /** Revision of the newest event included; -1 without events. */
  readonly revision: number;
  /** The policy at the end of the stream. */
  readonly policy: LevelPolicy;
  readonly levels: ReadonlyMap<string, Replayed>;
}

/**
 * Replays a vocabulary from its stream, page by page; twice, because undos must be known before the steps they undo.
 * @param options.until last revision to include; default the newest
 */
export async function recounted(
  reader: StreamReader,
  stream: string,
  { until = Number.POSITIVE_INFINITY }: { readonly until?: number } = {},
): Promise<Recounted> {
  const undos = findUndos();
  const first = await reader.readStream(stream, { after: -1, limit: PAGE });
  let end = first.at(-1)?.revision ?? -1;
  let policy: LevelPolicy = 'standard';
  for await (const page of pagesFrom(reader, stream, first)) {
    const events = vocabularyEvents(page);
    undos.add(events);
    for (const { type, data } of events)
      if (type === 'FragmentsChanged' && data.cause.kind === 'policy') policy = data.cause.policy;
    end = page.at(-1)?.revision ?? end;
  }
  const counted = recount(undos);
  end = Math.min(end, until);
  for await (const page of pagesFrom(reader, stream, first)) {
    // Events appended meanwhile may undo something that was counted.
    counted.add(vocabularyEvents(page.filter(({ revision }) => revision <= end)));
    if ((page.at(-1)?.revision ?? end) >= end) break;
  }
  return { revision: end, policy, levels: counted.levels() };
}

async function* pagesFrom(
  { readStream }: StreamReader,
  stream: string,
  first: readonly RecordedEvent[],
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let page = first; ; ) {
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = await readStream(stream, { after: last.revision, limit: PAGE });
  }
}

/** The category of the stream says which events are in it. */
const vocabularyEvents = (page: readonly RecordedEvent[]) =>
  page as readonly RecordedEvent[] as readonly unknown[] as readonly RecordedVocabularyEvent[];
