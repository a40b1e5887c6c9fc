import { setTimeout as sleep } from 'node:timers/promises';
import {
  Ambiguous,
  type ExpectedRevision,
  MAX_EVENTS_PER_APPEND,
  type Metadata,
  type NewEvent,
  type Position,
  type RecordedEvent,
  Unavailable,
  WrongExpectedRevision,
} from '../log.ts';
import type { UpcastingLog } from '../upcasting.ts';
import { type CachedStream, catchUp, emptyStream, fromSnapshot, toSnapshot } from './cached-stream.ts';
import { type CommandName, eventId, sameCommand } from './event-ids.ts';
import { lruCache } from './lru-cache.ts';
import { queuePerStream } from './queue-per-stream.ts';
import type { Snapshots } from './snapshots.ts';

export interface DomainEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The rules of one kind of stream: how events change its state, and which events follow from a command. */
export interface Aggregate<State, Event extends DomainEvent, Command, Refused> {
  /** Prefix of its streams' names, up to the first `-`. */
  readonly category: string;
  /** Version of `evolve` and of the shape of the state. A snapshot of another version is not used. */
  readonly version: number;
  readonly initial: State;
  /** Every type of event its streams may contain. A type that is missing here was written by a newer version. */
  readonly eventTypes: Readonly<Record<Event['type'], true>>;
  /** Folds a batch. The state must be plain JSON, because snapshots store it. */
  readonly evolve: (state: State, events: readonly Event[]) => State;
  /** A pure function: it is called again after a conflict. */
  readonly decide: (state: State, command: Command) => readonly Event[] | Refused;
  /**
   * Commands that never have an effect again once they had none. Deciding them again is harmless, so nothing is appended
   * when they change nothing (decision 14).
   */
  readonly isIdempotent?: (command: Command) => boolean;
}

export interface CommandContext extends CommandName {
  /** Time of the decision, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly causationId?: string;
  /** Hash of the request; see `Metadata`. */
  readonly fingerprint?: string;
  /** Revision that the command is based on, -1 for none; the command fails if the stream has another one. */
  readonly expectedRevision?: number;
}

/** The stream is not at the command's `expectedRevision`. Nothing was stored: compute the command again. */
export class StreamChanged extends Error {
  override readonly name = 'StreamChanged';
  readonly code = 'LOG_STREAM_CHANGED';
}

/** The actor already used this command id on this stream for a different request. Nothing was stored. */
export class CommandIdReused extends Error {
  override readonly name = 'CommandIdReused';
  readonly code = 'LOG_COMMAND_ID_REUSED';
}

export type Executed<Event, Refused> =
  | {
      readonly outcome: 'done';
      /** Empty when the command changed nothing. */
      readonly events: readonly Event[];
      /** Position of the last event that the command appended; when it appended none, of the stream's newest event. */
      readonly position: Position;
      /** The command was executed before; `events` are those of the first execution. */
      readonly repeated: boolean;
    }
  | { readonly outcome: 'refused'; readonly refusal: Refused };

export interface Aggregates {
  /**
   * Decides a command on the stream's current state and appends the resulting events, or `NothingChanged`. A command id
   * that the same actor used among the stream's last 2,000 commands succeeds without being decided again.
   * @throws WrongExpectedRevision after five conflicts in a row; Unavailable (nothing was stored; UnknownEvent is one);
   * Ambiguous (send it again under the same id); InvalidAppend; CommandIdReused; StreamChanged
   */
  execute<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<Event, Refused>>;
  /**
   * Events of one of the stream's last 2,000 commands, and the revision of the first; undefined when the actor sent no command with this id.
   * @throws Unavailable
   */
  eventsOf<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: CommandName,
  ): Promise<{ readonly events: readonly Event[]; readonly revision: number } | undefined>;
  /** The stream's current state. @throws Unavailable */
  load<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
  ): Promise<{ readonly state: State; readonly revision: ExpectedRevision }>;
  /** Resolves when pending snapshots have been saved. For shutdown. */
  settled(): Promise<void>;
}

/**
 * Appended for a command that changed nothing, so that every process recognises the command id later and does not decide
 * the command a second time (decision 11). Aggregates and read models never see it.
 */
export const NOTHING_CHANGED = 'NothingChanged';

/** A command is decided again after this many conflicts; the next one fails it. */
const MAX_CONFLICTS = 5;
/**
 * Longest pause after the second conflict in a row, in milliseconds. It doubles with each further conflict; a random part
 * of it is waited. Without a pause another process that sends many commands to the stream would win every time.
 */
const CONFLICT_BACKOFF = 100;
/** How often a command with an unknown outcome is sent again. */
const MAX_LOST_REPLIES = 3;
/** Pause before the first retry, in milliseconds; it grows by this much each time. */
const RETRY_PAUSE = 100;
/** Most commands append at most this many events; the first read of a repeated command's events asks for no more. */
const USUAL_EVENTS = 2;
/** Number of events between two snapshots of a stream. */
const SNAPSHOT_EVERY = 100;

/**
 * Runs commands against a log. The `cacheSize` streams used last (default 500) stay in memory: a command is decided on them
 * without a read as long as no other process appends to them, and on their newest events otherwise (decision 60). Others are
 * loaded from a snapshot. A snapshot that cannot be read or saved only costs time.
 */
export function aggregates(
  log: UpcastingLog,
  {
    snapshots,
    cacheSize = 500,
    report = console.error,
  }: {
    readonly snapshots: Snapshots;
    readonly cacheSize?: number;
    /** Receives a message for the operator, and its cause. */
    readonly report?: (line: string, error: unknown) => void;
  },
): Aggregates {
  const cache = lruCache<CachedStream<unknown>>(cacheSize);
  const enqueue = queuePerStream();
  const saving = new Set<Promise<void>>();
  const reportSnapshot = (error: unknown): undefined => {
    report('A snapshot failed; the stream is read from its beginning instead.', error);
  };

  /** The stream up to its newest event. To be called from the stream's queue only. */
  async function loadStream<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event, never, unknown>,
    stream: string,
  ): Promise<CachedStream<State>> {
    const evolve = (state: State, events: readonly RecordedEvent[]) => {
      const changes = events.filter(isChange);
      const unknown = changes.find(({ type }) => !Object.hasOwn(aggregate.eventTypes, type));
      if (unknown) throw new UnknownEvent(unknown);
      return aggregate.evolve(
        state,
        changes as readonly RecordedEvent[] as readonly (RecordedEvent & Event)[],
      );
    };
    const inMemory = cache.get(stream) as CachedStream<State> | undefined;
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
      takeSnapshot(stream, aggregate.version, cached as CachedStream<unknown>);
      return cached;
    }
  }

  /** Runs after the reply; no request waits for it. */
  function takeSnapshot(stream: string, version: number, cached: CachedStream<unknown>): void {
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
  }

  function newEvents(
    stream: string,
    events: readonly DomainEvent[],
    { commandId, actor, at, causationId, fingerprint }: CommandContext,
  ): readonly NewEvent[] {
    return events.map(({ type, data }, index) => {
      const metadata: Metadata = {
        commandId,
        ...(causationId !== undefined && { causationId }),
        ...(fingerprint !== undefined && { fingerprint }),
        actor,
        at,
        schema: log.currentSchema(type),
      };
      return { id: eventId(stream, { actor, commandId }, index), type, data, metadata };
    });
  }

  /** Events of a command that was executed before. @throws CommandIdReused when that was another request */
  async function eventsOfRepeated<Event extends DomainEvent>(
    stream: string,
    command: CommandName & { readonly fingerprint?: string },
    revision: number,
  ): Promise<{ events: readonly Event[]; position: Position }> {
    const own: RecordedEvent[] = [];
    for (let limit = USUAL_EVENTS + 1; ; limit = MAX_EVENTS_PER_APPEND) {
      const page = await log.readStream(stream, { after: revision - 1 + own.length, limit });
      const end = page.findIndex(({ metadata }) => !sameCommand(metadata, command));
      own.push(...(end === -1 ? page : page.slice(0, end)));
      if (end !== -1 || page.length < limit) break;
    }
    const last = own.at(-1);
    if (!last) throw new Unavailable(`${stream}@${revision} was there and cannot be read`);
    const stored = last.metadata.fingerprint;
    if (stored !== undefined && command.fingerprint !== undefined && stored !== command.fingerprint)
      throw new CommandIdReused(`command ${command.commandId} was another request`);
    const events = own.filter(isChange).map(({ type, data }) => ({ type, data })) as readonly DomainEvent[];
    return { events: events as readonly Event[], position: last.position };
  }

  async function attempt<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<Event, Refused>> {
    const cached = await loadStream(aggregate, stream);
    const name = eventId(stream, context, 0);
    const before = cached.commands.revisionOf(name);
    if (before !== undefined)
      return { outcome: 'done', ...(await eventsOfRepeated<Event>(stream, context, before)), repeated: true };

    if (context.expectedRevision !== undefined && context.expectedRevision !== cached.revision)
      throw new StreamChanged(`${stream} is at revision ${cached.revision}, not ${context.expectedRevision}`);
    const decision = aggregate.decide(cached.state, command);
    if (!isEvents(decision)) return { outcome: 'refused', refusal: decision };
    if (decision.length === 0 && cached.position !== undefined && aggregate.isIdempotent?.(command))
      return { outcome: 'done', events: [], position: cached.position, repeated: false };
    return appendDecision(aggregate, stream, cached, decision, context);
  }

  /**
   * Decides on the stream as it is in memory, without reading it: the append finds out whether anything came in between.
   * Only new events may follow from such a state; a refusal, or the reply to a repeated command, may be out of date.
   * @returns undefined when the stream must be read
   */
  async function attemptFromMemory<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<Event, Refused> | undefined> {
    const cached = cache.get(stream) as CachedStream<State> | undefined;
    if (!cached?.newest || cached.shared || context.expectedRevision !== undefined) return undefined;
    if (cached.commands.revisionOf(eventId(stream, context, 0)) !== undefined) return undefined;
    const decision = aggregate.decide(cached.state, command);
    if (!isEvents(decision) || (decision.length === 0 && aggregate.isIdempotent?.(command))) return undefined;
    try {
      return await appendDecision(aggregate, stream, cached, decision, context, cached.newest);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return undefined;
      throw error;
    }
  }

  /** @param newest id of the newest event in memory, when the stream was not read */
  async function appendDecision<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event, never, unknown>,
    stream: string,
    cached: CachedStream<State>,
    decision: readonly Event[],
    context: CommandContext,
    newest?: string,
  ): Promise<Executed<Event, never>> {
    const recorded = decision.length > 0 ? decision : [{ type: NOTHING_CHANGED, data: {} }];
    const events = newEvents(stream, recorded, context);
    const expected = cached.revision === -1 ? 'none' : cached.revision;
    const { revision, position } = await log.append(stream, expected, events, newest);
    cached.commands.keep(eventId(stream, context, 0), cached.revision + 1);
    cached.state = aggregate.evolve(cached.state, decision);
    cached.revision = revision;
    cached.newest = events.at(-1)?.id;
    cached.position = position;
    takeSnapshot(stream, aggregate.version, cached as CachedStream<unknown>);
    return { outcome: 'done', events: decision, position, repeated: false };
  }

  return {
    async execute(aggregate, stream, command, context) {
      checkStream(aggregate.category, stream);
      return enqueue(stream, async () => {
        let conflicts = 0;
        let lost = 0;
        for (let tries = 0; ; tries++) {
          try {
            const executed =
              (tries === 0 ? await attemptFromMemory(aggregate, stream, command, context) : undefined) ??
              (await attempt(aggregate, stream, command, context));
            // An earlier attempt of this same call stored the events and its reply was lost: the caller sent the command once.
            return lost > 0 && executed.outcome === 'done' ? { ...executed, repeated: false } : executed;
          } catch (error) {
            if (error instanceof WrongExpectedRevision && conflicts < MAX_CONFLICTS) {
              if (conflicts > 0) await sleep(Math.random() * CONFLICT_BACKOFF * 2 ** (conflicts - 1));
              conflicts += 1;
            } else if (error instanceof Ambiguous || (error instanceof Unavailable && lost > 0)) {
              // After a lost reply, Unavailable does not say that nothing was stored: the lost attempt may have stored it.
              if (lost === MAX_LOST_REPLIES) throw new Ambiguous(error.message, { cause: error });
              lost += 1;
              await sleep(RETRY_PAUSE * lost);
            } else throw error;
          }
        }
      });
    },

    async eventsOf<State, Event extends DomainEvent, Command, Refused>(
      aggregate: Aggregate<State, Event, Command, Refused>,
      stream: string,
      command: CommandName,
    ) {
      checkStream(aggregate.category, stream);
      return enqueue(stream, async () => {
        const { commands } = await loadStream(aggregate, stream);
        const revision = commands.revisionOf(eventId(stream, command, 0));
        if (revision === undefined) return undefined;
        const { events } = await eventsOfRepeated<Event>(stream, command, revision);
        return { events, revision };
      });
    },

    async load(aggregate, stream) {
      checkStream(aggregate.category, stream);
      return enqueue(stream, async () => {
        const { state, revision } = await loadStream(aggregate, stream);
        return { state, revision: revision === -1 ? 'none' : revision };
      });
    },

    async settled() {
      await Promise.all(saving);
    },
  };
}

/**
 * A stream contains an event type that this version does not know: a newer version wrote it. A decision that ignored the
 * event would be based on a wrong state.
 */
export class UnknownEvent extends Unavailable {
  constructor({ type, stream, revision }: RecordedEvent) {
    super(`${type} at ${stream}@${revision} is not known here; a newer version of the product wrote it`);
  }
}

function isChange({ type }: DomainEvent): boolean {
  return type !== NOTHING_CHANGED;
}

function isEvents<Event, Refused>(decision: readonly Event[] | Refused): decision is readonly Event[] {
  return Array.isArray(decision);
}

function checkStream(category: string, stream: string): void {
  if (!stream.startsWith(`${category}-`)) throw new RangeError(`${stream} is no stream of ${category}`);
}
