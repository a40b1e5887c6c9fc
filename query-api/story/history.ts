import { BLOCK } from '../../database/number-list.ts';
import {
  type FragmentStep,
  historyOf,
  type RecordedVocabularyEvent,
} from '../../domain/vocabulary/history.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';

/** A fragment's history out of the caller's own stream, through the index in `fragment-histories`. */

/** Where the history is: blocks of the stream, and single revisions. */
export interface Places {
  /** Blocks that name the fragment, or have a reset; in order. */
  readonly blocks: readonly number[];
  /** Revisions of resets and their undos. */
  readonly resets: ReadonlySet<number>;
}

export interface PlacedStep extends FragmentStep {
  readonly revision: number;
}

type PlacedEvent = RecordedVocabularyEvent & { readonly revision: number };

/** In old logs an answer is followed by the changes it caused, four at most: a block is read with what precedes it. */
const PRECEDING = 4;
/** Steps of one page, about. */
const STEPS = 20;
/** Blocks read at the same time. */
const AT_ONCE = 4;

/**
 * Reads blocks from the newest on until there are enough steps.
 * @param before only blocks older than this one
 * @returns steps, oldest first, and the oldest block read (null when there is no older one)
 */
export async function readSteps(
  { readStream }: StreamReader,
  stream: string,
  fragment: string,
  { blocks, resets }: Places,
  before: number,
): Promise<{ readonly steps: readonly PlacedStep[]; readonly older: number | null }> {
  const wanted = blocks.filter(block => block < before).toReversed();
  const events = new Map<number, PlacedEvent>();
  for (let next = 0; next < wanted.length; next += AT_ONCE) {
    const now = wanted.slice(next, next + AT_ONCE);
    const pages = await Promise.all(
      now.map(block =>
        readStream(stream, { after: block * BLOCK - 1 - PRECEDING, limit: BLOCK + PRECEDING }),
      ),
    );
    for (const event of pages.flat()) {
      const narrow = narrowed(event as unknown as PlacedEvent, fragment);
      if (narrow) events.set(event.revision, narrow);
    }
    const oldest = now.at(-1) ?? 0;
    const steps = stepsOf([...events.values()], fragment).filter(
      ({ revision }) => revision >= oldest * BLOCK,
    );
    const isLast = next + AT_ONCE >= wanted.length;
    // A reset says from which level it took the fragment only together with what came before.
    const needsMore = [...resets].some(
      revision => revision >= oldest * BLOCK && revision < before * BLOCK && !isLast,
    );
    if (isLast || (steps.length >= STEPS && !needsMore)) return { steps, older: isLast ? null : oldest };
  }
  return { steps: [], older: null };
}

/** The steps at single revisions. */
export async function readMoves(
  { readStream }: StreamReader,
  stream: string,
  fragment: string,
  revisions: readonly number[],
): Promise<readonly PlacedStep[]> {
  const pages = await Promise.all(
    revisions.map(revision => readStream(stream, { after: revision - 1 - PRECEDING, limit: 1 + PRECEDING })),
  );
  const events = new Map<number, PlacedEvent>();
  for (const event of pages.flat()) {
    const narrow = narrowed(event as unknown as PlacedEvent, fragment);
    if (narrow) events.set(event.revision, narrow);
  }
  const wanted = new Set(revisions);
  return stepsOf([...events.values()], fragment).filter(({ revision }) => wanted.has(revision));
}

function stepsOf(events: readonly PlacedEvent[], fragment: string): readonly PlacedStep[] {
  const inOrder = events.toSorted((a, b) => a.revision - b.revision);
  return historyOf(inOrder, fragment).map(({ event, ...step }) => ({ ...step, revision: event.revision }));
}

/** The event without other fragments: a sentence has dozens. Undefined when it says nothing of this one. */
function narrowed(event: PlacedEvent, fragment: string): PlacedEvent | undefined {
  switch (event.type) {
    case 'SentenceAnswered':
    case 'FragmentsChanged': {
      const own = event.data.fragments[fragment];
      const isOld = event.type === 'SentenceAnswered' && Object.keys(event.data.fragments).length === 0;
      if (!own && !isOld) return undefined;
      const fragments = own ? { [fragment]: own } : {};
      return { ...event, data: { ...event.data, fragments } } as PlacedEvent;
    }
    case 'FragmentChanged':
      return event.data.fragment === fragment ? event : undefined;
    case 'VocabularyReset':
    case 'VocabularyResetUndone':
      return event;
    default:
      return undefined;
  }
}
