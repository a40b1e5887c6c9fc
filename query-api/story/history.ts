import { BLOCK } from '../../database/number-list.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import {
  type FragmentStep,
  historyOf,
  type RecordedVocabularyEvent,
} from '../../domain/vocabulary/history.ts';
import { concernsEvery, onlyFragment } from '../../domain/vocabulary/only-fragment.ts';
import type { StreamOf, StreamReader } from '../../event-store/stream-reader.ts';

/** Reads a fragment's history from the caller's own stream, through the index in `fragment-histories`. */

/** Where the history is. */
export interface HistoryIndex {
  /** Blocks that name the fragment, or have a reset or a change of the level policy; in order. */
  readonly blocks: readonly number[];
}

export interface StepAtRevision extends FragmentStep {
  readonly revision: number;
}

type PlacedEvent = RecordedVocabularyEvent & { readonly revision: number };

/** In old logs up to four changes follow the answer that caused them, so a block is read with preceding events. */
const PRECEDING = 4;
/** Approximate number of steps in a page. */
const PAGE_STEPS = 20;
/** Blocks read at the same time. */
const CONCURRENCY = 4;

/**
 * Reads blocks from the newest on until there are enough steps.
 * @param before only blocks older than this one
 * @returns steps, oldest first, and the oldest block read (null when there is no older one)
 */
export async function readSteps(
  reader: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  fragment: string,
  { blocks }: HistoryIndex,
  before: number,
): Promise<{ readonly steps: readonly StepAtRevision[]; readonly older: number | null }> {
  const wanted = blocks.filter(block => block < before).toReversed();
  const events = new Map<number, PlacedEvent>();
  for (let next = 0; next < wanted.length; next += CONCURRENCY) {
    const now = wanted.slice(next, next + CONCURRENCY);
    const found = await Promise.all(
      now.map(block => eventsFrom(reader, stream, fragment, { first: block * BLOCK, count: BLOCK })),
    );
    for (const event of found.flat()) events.set(event.revision, event);
    const oldest = now.at(-1) ?? 0;
    const steps = stepsOf([...events.values()], fragment).filter(
      ({ revision }) => revision >= oldest * BLOCK && revision < before * BLOCK,
    );
    const isLast = next + CONCURRENCY >= wanted.length;
    if (isLast || (steps.length >= PAGE_STEPS && areLevelsKnown([...events.values()])))
      return { steps, older: isLast ? null : oldest };
  }
  return { steps: [], older: null };
}

/** The steps at single revisions. */
export async function readMoves(
  reader: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  fragment: string,
  revisions: readonly number[],
): Promise<readonly StepAtRevision[]> {
  const found = await Promise.all(
    revisions.map(revision => eventsFrom(reader, stream, fragment, { first: revision, count: 1 })),
  );
  const events = new Map(found.flat().map(event => [event.revision, event]));
  const wanted = new Set(revisions);
  return stepsOf([...events.values()], fragment).filter(({ revision }) => wanted.has(revision));
}

/**
 * The fragment's events at `count` revisions from `first` on, and at those that precede them. Other fragments are dropped
 * page by page.
 */
async function eventsFrom(
  { readStream }: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  fragment: string,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<readonly PlacedEvent[]> {
  const found: PlacedEvent[] = [];
  const last = first + count - 1;
  for (let after = Math.max(0, first - PRECEDING) - 1; after < last; ) {
    const { events, revision, isLast } = await readStream(stream, { after, limit: last - after });
    for (const event of events) {
      const narrow = onlyFragment(event, fragment);
      if (narrow) found.push(narrow);
    }
    if (isLast) break;
    after = revision;
  }
  return found;
}

/**
 * Whether the level before each reset and policy change is known: that needs a step before it, and for the undo of a reset the
 * reset itself.
 * @param events narrowed to one fragment, in any order
 */
function areLevelsKnown(events: readonly PlacedEvent[]): boolean {
  const inOrder = events.toSorted((a, b) => a.revision - b.revision);
  const reset = inOrder.find(({ type }) => type === 'VocabularyReset' || type === 'VocabularyResetUndone');
  if (reset?.type === 'VocabularyResetUndone') return false;
  const [first] = inOrder.filter(event => concernsEvery(event) || namesFragment(event));
  return first === undefined || namesFragment(first);
}

const namesFragment = (event: PlacedEvent) => event.type === 'FragmentChanged' || namesAny(event);

const namesAny = ({ data }: PlacedEvent) => 'fragments' in data && Object.keys(data.fragments).length > 0;

function stepsOf(events: readonly PlacedEvent[], fragment: string): readonly StepAtRevision[] {
  const inOrder = events.toSorted((a, b) => a.revision - b.revision);
  return historyOf(inOrder, fragment).map(({ event, ...step }) => ({ ...step, revision: event.revision }));
}
