import { lruCache } from '../../caching/lru-cache.ts';
import type { RecordedEvent } from '../log.ts';
import type { UpcastingLog } from '../upcasting.ts';
import { type Aggregate, changesOf, type DomainEvent } from './aggregate.ts';
import { type CachedStream, catchUp, emptyStream, fromSnapshot, toSnapshot } from './cached-stream.ts';
import type { Snapshots } from './snapshots.ts';

/** Number of events between two snapshots of a stream. */
const SNAPSHOT_EVERY = 100;

/** Streams as aggregates see them. Use it from the stream's queue only. */
export interface Streams {
  /** The stream as this process saw it last; undefined when it is not in memory. */
  inMemory<State>(stream: string): CachedStream<State> | undefined;
  /** The stream up to its newest event. @throws Unavailable */
  load<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event, never, unknown>,
    stream: string,
  ): Promise<CachedStream<State>>;
  /** Takes a snapshot if one is due, after the reply; no request waits for it. */
  takeSnapshot<State>(stream: string, version: number, cached: CachedStream<State>): void;
  /** Resolves when pending snapshots have been saved. */
  settled(): Promise<void>;
}

/**
 * Keeps the `cacheSize` streams used last in memory. Others are loaded from a snapshot, or from their beginning.
 * @param report receives a message for the operator, and its cause; a snapshot that fails only costs time
 */
export function loadStreams(
  log: UpcastingLog,
  {
    snapshots,
    cacheSize,
    report,
  }: {
    readonly snapshots: Snapshots;
    readonly cacheSize: number;
    readonly report: (line: string, error: unknown) => void;
  },
): Streams {
  const cache = lruCache<CachedStream<unknown>>(cacheSize);
  const saving = new Set<Promise<void>>();
  const reportSnapshot = (error: unknown): undefined => {
    report('A snapshot failed; the stream is read from its beginning instead.', error);
  };

  const streams: Streams = {
    inMemory: <State>(stream: string) => cache.get(stream) as CachedStream<State> | undefined,

    async load<State, Event extends DomainEvent>(
      aggregate: Aggregate<State, Event, never, unknown>,
      stream: string,
    ): Promise<CachedStream<State>> {
      const evolve = (state: State, events: readonly RecordedEvent[]) =>
        aggregate.evolve(state, changesOf<Event>(aggregate.eventTypes, events));
      const inMemory = streams.inMemory<State>(stream);
      const before = inMemory?.revision;
      if (inMemory && (await catchUp(log, stream, inMemory, evolve))) {
        inMemory.shared = inMemory.revision !== before;
        return keep(inMemory);
      }
      const snapshot = await snapshots.load(stream, aggregate.version).catch(reportSnapshot);
      const restored = snapshot && fromSnapshot<State>(snapshot);
      if (restored && (await catchUp(log, stream, restored, evolve))) return keep(restored);
      const whole = emptyStream(aggregate.initial);
      await catchUp(log, stream, whole, evolve);
      return keep(whole);

      function keep(cached: CachedStream<State>): CachedStream<State> {
        cache.set(stream, cached as CachedStream<unknown>);
        streams.takeSnapshot(stream, aggregate.version, cached);
        return cached;
      }
    },

    takeSnapshot(stream, version, cached) {
      const { snapshotAt } = cached;
      if (cached.revision - snapshotAt < SNAPSHOT_EVERY) return;
      cached.snapshotAt = cached.revision;
      const saved = (async () => {
        await new Promise(setImmediate);
        const snapshot = toSnapshot(cached);
        if (snapshot) await snapshots.save(stream, version, snapshot);
      })().catch(error => {
        cached.snapshotAt = snapshotAt;
        reportSnapshot(error);
      });
      saving.add(saved);
      void saved.then(() => saving.delete(saved));
    },

    async settled() {
      await Promise.all(saving);
    },
  };
  return streams;
}
