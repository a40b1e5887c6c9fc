import { setTimeout as sleep } from 'node:timers/promises';
import {
  Ambiguous,
  type Log,
  MAX_EVENTS_PER_APPEND,
  type NewEvent,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../log.ts';
import { type CommandName, eventId, sameCommand } from './event-ids.ts';
import { blank, catchUp, fromSnapshot, keepCommand, type Memory, toSnapshot } from './memory.ts';
import type { Snapshots } from './snapshots.ts';
import { turns } from './turns.ts';

interface AnyEvent {
  readonly type: string;
  readonly data: object;
}

/** A kind of stream: what happened makes a state, and a command is decided on that state. Pure; no clock, no I/O. */
export interface Aggregate<State, Event extends AnyEvent, Command, Refused> {
  /** First part of its streams' names. */
  readonly category: string;
  /** Of `evolve` and the state's shape: a snapshot of another version is not used. */
  readonly version: number;
  /** The state before the first event; must be JSON, as every state must. */
  readonly initial: State;
  evolve(state: State, events: readonly Event[]): State;
  /** What the command makes happen (nothing: an empty list), or why it may not. */
  decide(state: State, command: Command): readonly Event[] | Refused;
}

/** Who asked, when, and under which id; written into the metadata of each event. */
export interface CommandContext extends CommandName {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly causationId?: string;
}

export type Executed<Event, Refused> =
  | {
      readonly outcome: 'done';
      /** What this call appended; empty when there was nothing to do or the command had been done before. */
      readonly events: readonly Event[];
      /** Where the command was written, by this call or an earlier one; undefined when it never had anything to do. */
      readonly position: Position | undefined;
      /** The stream holds this command already: nothing was decided anew. */
      readonly repeated: boolean;
    }
  | { readonly outcome: 'refused'; readonly refusal: Refused };

export interface Aggregates {
  /**
   * Loads, decides and appends as one step. A conflict loads and decides again, up to five times.
   * @throws WrongExpectedRevision after that; Unavailable, Ambiguous, InvalidAppend as the log says
   */
  execute<State, Event extends AnyEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<Event, Refused>>;
  /** The state now, and the revision of the newest event (`'none'`: there is no stream). */
  load<State, Event extends AnyEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
  ): Promise<{ readonly state: State; readonly revision: number | 'none' }>;
}

/** Tries of a command that keeps losing to others, and of an append whose reply was lost. */
const TRIES = 5;
/** Events between two snapshots of a stream. */
const SNAPSHOT_EVERY = 200;

/**
 * Runs commands on aggregates. Remembers the streams used last, so that only their tails are read, and keeps snapshots
 * for those it has forgotten: a command costs the same on the first day and after 100,000 events.
 * @param options.cacheSize streams remembered
 */
export function aggregates(log: Log, options: { snapshots: Snapshots; cacheSize?: number }): Aggregates {
  const { snapshots, cacheSize = 5_000 } = options;
  const inTurn = turns();
  const remembered = new Map<string, Memory<unknown>>();

  function remember(stream: string, memory: Memory<unknown>): void {
    remembered.delete(stream);
    remembered.set(stream, memory);
    if (remembered.size <= cacheSize) return;
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      return;
    }
  }

  /** The memory of a stream, brought up to its newest event. */
  async function current<State, Event extends AnyEvent, Command, Refused>(
    { initial, version, evolve }: Aggregate<State, Event, Command, Refused>,
    stream: string,
  ): Promise<Memory<State>> {
    // What stands in a stream was written by this aggregate: the one place where stored data gets its type.
    const fold = (state: State, events: readonly RecordedEvent[]) =>
      evolve(state, events as unknown as readonly Event[]);
    const known = remembered.get(stream) as Memory<State> | undefined;
    if (known && (await catchUp(log, stream, known, fold))) return known;
    remembered.delete(stream);
    const snapshot = await snapshots.load(stream, version);
    if (snapshot) {
      const memory = fromSnapshot<State>(snapshot);
      if (await catchUp(log, stream, memory, fold)) return memory;
    }
    const memory = blank(initial);
    await catchUp(log, stream, memory, fold);
    return memory;
  }

  async function appended(
    stream: string,
    memory: Memory<unknown>,
    events: readonly NewEvent[],
  ): Promise<Position> {
    const expected = memory.revision === -1 ? 'none' : memory.revision;
    for (let attempt = 1; ; attempt++) {
      try {
        return (await log.append(stream, expected, events)).position;
      } catch (error) {
        // The reply was lost: the same events under the same ids are stored once, however often they are sent.
        if (!(error instanceof Ambiguous) || attempt === TRIES) throw error;
        await sleep(50 * 2 ** attempt);
      }
    }
  }

  /** Position of a command's last event, for a caller who wants to read its own earlier write. */
  async function writtenAt(stream: string, firstRevision: number): Promise<Position | undefined> {
    if (firstRevision < 0) return undefined;
    const [first, ...others] = await log.readStream(stream, {
      after: firstRevision - 1,
      limit: MAX_EVENTS_PER_APPEND,
    });
    if (!first) return undefined;
    return others.findLast(event => sameCommand(event.metadata, first.metadata))?.position ?? first.position;
  }

  function takeSnapshot(stream: string, version: number, memory: Memory<unknown>): void {
    if (memory.revision - memory.snapshotAt < SNAPSHOT_EVERY) return;
    const snapshot = toSnapshot(memory);
    if (!snapshot) return;
    memory.snapshotAt = memory.revision;
    // Off the request's path; one that fails is taken again when the stream has grown.
    snapshots.save(stream, version, snapshot).catch(() => {});
  }

  return {
    execute: (aggregate, stream, command, context) =>
      inTurn(stream, async () => {
        const name = eventId(stream, context, 0);
        for (let attempt = 1; ; attempt++) {
          const memory = await current(aggregate, stream);
          remember(stream, memory);
          const before = memory.commands.get(name);
          if (before !== undefined)
            return { outcome: 'done', events: [], position: await writtenAt(stream, before), repeated: true };
          const decided = aggregate.decide(memory.state, command);
          if (!isEvents(decided)) return { outcome: 'refused', refusal: decided };
          if (decided.length === 0) {
            // Remembered too: sent again when things have changed, it must still do nothing.
            keepCommand(memory, name, -1);
            return { outcome: 'done', events: [], position: undefined, repeated: false };
          }

          const { commandId, actor, at, causationId } = context;
          const metadata = {
            commandId,
            actor,
            at,
            schema: 1,
            ...(causationId !== undefined && { causationId }),
          };
          const events = decided.map(({ type, data }, index) => ({
            id: eventId(stream, context, index),
            type,
            data: data as Readonly<Record<string, unknown>>,
            metadata,
          }));
          try {
            const position = await appended(stream, memory, events);
            memory.state = aggregate.evolve(memory.state, decided);
            memory.revision += decided.length;
            memory.newest = events.at(-1)?.id;
            keepCommand(memory, name, memory.revision - decided.length + 1);
            takeSnapshot(stream, aggregate.version, memory);
            return { outcome: 'done', events: decided, position, repeated: false };
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) remembered.delete(stream);
            if (!(error instanceof WrongExpectedRevision) || attempt === TRIES) throw error;
          }
        }
      }),

    load: (aggregate, stream) =>
      inTurn(stream, async () => {
        const memory = await current(aggregate, stream);
        remember(stream, memory);
        return { state: memory.state, revision: memory.revision === -1 ? 'none' : memory.revision };
      }),
  };
}

function isEvents<Event, Refused>(decided: readonly Event[] | Refused): decided is readonly Event[] {
  return Array.isArray(decided);
}
