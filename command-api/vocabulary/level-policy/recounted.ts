import type { LearnerEvents } from '../../../domain/learner-events.ts';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { findUndos, recount } from '../../../domain/vocabulary/recount.ts';
import type { Replayed } from '../../../domain/vocabulary/replay.ts';
import type { VocabularyEvent } from '../../../domain/vocabulary/vocabulary.ts';
import {
  type StreamOf,
  type StreamPage,
  type StreamReader,
  streamPages,
} from '../../../event-store/stream-reader.ts';

export interface Recounted {
  /** Revision of the newest event included; -1 without events. */
  readonly revision: number;
  /** The policy at the end of the stream. */
  readonly policy: LevelPolicy;
  readonly levels: ReadonlyMap<string, Replayed>;
}

type Page = StreamPage<VocabularyEvent>;

/**
 * Replays a vocabulary from its stream, page by page; twice, because undos must be known before the steps they undo.
 * @param options.until last revision to include; default the newest
 */
export async function recounted(
  reader: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  { until = Number.POSITIVE_INFINITY }: { readonly until?: number } = {},
): Promise<Recounted> {
  const undos = findUndos();
  let first: Page | undefined;
  let end = -1;
  let policy: LevelPolicy = 'standard';
  for await (const page of streamPages(reader, stream)) {
    first ??= page;
    undos.add(page.events);
    for (const { type, data } of page.events)
      if (type === 'FragmentsChanged' && data.cause.kind === 'policy') policy = data.cause.policy;
    end = page.revision;
  }
  const counted = recount(undos);
  end = Math.min(end, until);
  for await (const page of again(reader, stream, first)) {
    // Events appended meanwhile may undo something that was counted.
    counted.add(page.events.filter(({ revision }) => revision <= end));
    if (page.revision >= end) break;
  }
  return { revision: end, policy, levels: counted.levels() };
}

/** The pages once more; the first, which is usually the only one, without reading it. */
async function* again(
  reader: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  first: Page | undefined,
): AsyncGenerator<Page> {
  if (!first) return;
  yield first;
  if (!first.isLast) yield* streamPages(reader, stream, { after: first.revision });
}
