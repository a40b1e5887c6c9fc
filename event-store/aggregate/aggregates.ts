import { type Metadata, type NewEvent, WrongExpectedRevision } from '../log.ts';
import type { UpcastingLog } from '../upcasting.ts';
import {
  type Aggregate,
  type Aggregates,
  type CommandContext,
  type DomainEvent,
  type Executed,
  NOTHING_CHANGED,
  StreamChanged,
} from './aggregate.ts';
import type { CachedStream } from './cached-stream.ts';
import { type CommandName, eventId } from './event-ids.ts';
import { loadStreams } from './load-streams.ts';
import { queuePerStream } from './queue-per-stream.ts';
import { eventsOfRepeated } from './repeated-command.ts';
import { withRetries } from './retry.ts';
import type { Snapshots } from './snapshots.ts';

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
  const streams = loadStreams(log, { snapshots, cacheSize, report });
  const enqueue = queuePerStream();

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

  async function attempt<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<Event, Refused>> {
    const cached = await streams.load(aggregate, stream);
    const name = eventId(stream, context, 0);
    const before = cached.commands.revisionOf(name);
    if (before !== undefined)
      return {
        outcome: 'done',
        ...(await eventsOfRepeated<Event>(log, stream, context, before)),
        repeated: true,
      };

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
    const cached = streams.inMemory<State>(stream);
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
    const [first] = events;
    if (first) cached.commands.keep(first.id, cached.revision + 1);
    cached.state = aggregate.evolve(cached.state, decision);
    cached.revision = revision;
    cached.newest = events.at(-1)?.id;
    cached.position = position;
    streams.takeSnapshot(stream, aggregate.version, cached);
    return { outcome: 'done', events: decision, position, repeated: false };
  }

  return {
    async execute(aggregate, stream, command, context) {
      checkStream(aggregate.category, stream);
      return enqueue(stream, () =>
        withRetries(
          async before =>
            (before === 0 ? await attemptFromMemory(aggregate, stream, command, context) : undefined) ??
            (await attempt(aggregate, stream, command, context)),
        ),
      );
    },

    async eventsOf<State, Event extends DomainEvent, Command, Refused>(
      aggregate: Aggregate<State, Event, Command, Refused>,
      stream: string,
      command: CommandName,
    ) {
      checkStream(aggregate.category, stream);
      return enqueue(stream, async () => {
        const { commands } = await streams.load(aggregate, stream);
        const revision = commands.revisionOf(eventId(stream, command, 0));
        if (revision === undefined) return undefined;
        const { events } = await eventsOfRepeated<Event>(log, stream, command, revision);
        return { events, revision };
      });
    },

    async load(aggregate, stream) {
      checkStream(aggregate.category, stream);
      return enqueue(stream, async () => {
        const { state, revision } = await streams.load(aggregate, stream);
        return { state, revision: revision === -1 ? 'none' : revision };
      });
    },

    settled: streams.settled,
  };
}

function isEvents<Event, Refused>(decision: readonly Event[] | Refused): decision is readonly Event[] {
  return Array.isArray(decision);
}

function checkStream(category: string, stream: string): void {
  if (!stream.startsWith(`${category}-`)) throw new RangeError(`${stream} is no stream of ${category}`);
}
