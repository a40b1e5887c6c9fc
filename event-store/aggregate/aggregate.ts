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
import type { LiftedLog } from '../upcasting.ts';
import { type CommandName, eventId, sameCommand } from './event-ids.ts';
import { blank, catchUp, fromSnapshot, type Memory, toSnapshot } from './memory.ts';
import { recent } from './recent.ts';
import type { Snapshots } from './snapshots.ts';
import { turns } from './turns.ts';

export interface DomainEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The rules of one kind of stream: what events make of the state, and what a command makes happen. */
export interface Aggregate<State, Event extends DomainEvent, Command, Refused> {
  /** What its streams' names begin with, before the first `-`. */
  readonly category: string;
  /** Of `evolve` and the shape of the state; a snapshot of another version is not used. */
  readonly version: number;
  readonly initial: State;
  /** Every type of event its streams may hold: one that is not named here was written by a newer version. */
  readonly eventTypes: Readonly<Record<Event['type'], true>>;
  /** Folds a batch; the state must survive being written as JSON. */
  readonly evolve: (state: State, events: readonly Event[]) => State;
  /** Depends on nothing but its arguments: it is asked again after a conflict. */
  readonly decide: (state: State, command: Command) => readonly Event[] | Refused;
  /**
   * Commands that, once nothing follows from them, have nothing follow from them for ever, whatever happens meanwhile:
   * decided anew they do no harm, so they leave no trace.
   */
  readonly isIdempotent?: (command: Command) => boolean;
}

export interface CommandContext extends CommandName {
  /** When it is decided, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly causationId?: string;
  /** Of the request; see `Metadata`. */
  readonly fingerprint?: string;
}

/** The actor used this command id on this stream before, for another request. Nothing was stored. */
export class CommandIdReused extends Error {
  override readonly name = 'CommandIdReused';
  readonly code = 'LOG_COMMAND_ID_REUSED';
}

export type Executed<Event, Refused> =
  | {
      readonly outcome: 'done';
      /** Empty when nothing had to happen. */
      readonly events: readonly Event[];
      /** Of what the command left in the log: its last event, or that nothing changed. Of the stream when it left none. */
      readonly position: Position;
      /** The command had been done before; these are the events of that time. */
      readonly repeated: boolean;
    }
  | { readonly outcome: 'refused'; readonly refusal: Refused };

export interface Aggregates {
  /**
   * Decides a command on the stream's present state and appends what follows from it, or that nothing did. A command id
   * that the same actor used on this stream before (among its last 2,000 commands) succeeds without being decided again.
   * @throws WrongExpectedRevision after five conflicts in a row; Unavailable (nothing was stored; UnknownEvent is one);
   * Ambiguous (send it again under the same id); InvalidAppend; CommandIdReused
   */
  execute<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Executed<Event, Refused>>;
  /**
   * What a command of the last 2,000 made happen; undefined when the actor gave none of this id to the stream.
   * @throws Unavailable
   */
  eventsOf<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
    command: CommandName,
  ): Promise<readonly Event[] | undefined>;
  /** The stream's present state. @throws Unavailable */
  load<State, Event extends DomainEvent, Command, Refused>(
    aggregate: Aggregate<State, Event, Command, Refused>,
    stream: string,
  ): Promise<{ readonly state: State; readonly revision: ExpectedRevision }>;
  /** Resolves when the snapshots that are being written are written. For shutting down. */
  settled(): Promise<void>;
}

/**
 * Left by a command that nothing followed from, so that it is known when it comes again: whatever happened meanwhile,
 * and whichever process is asked, it must not be decided a second time. No rule and no read model ever sees it.
 */
export const NOTHING_CHANGED = 'NothingChanged';

/** Conflicts after which a command is decided again; one more and it fails. */
const CONFLICTS = 5;
/**
 * Longest pause after the second conflict in a row, in milliseconds; each is twice the one before, and a random part of it
 * is waited. Another process with many commands for the stream is otherwise always a step ahead: it hears of its success
 * when this one hears of its conflict.
 */
const STEP_BACK = 100;
/** Times a command whose outcome is unknown goes again, and the pause before, in milliseconds. */
const LOST_REPLIES = 3;
const PAUSE = 100;
/** Events that a command leaves, usually: more are read only of one that left more. */
const USUAL_EVENTS = 2;
/** A snapshot is taken when so many events have come since the one before. */
const SNAPSHOT_EVERY = 100;

/**
 * Runs commands against a log. Streams used last stay in memory (`cacheSize` of them, 500 unless told), so that only
 * their tail is read; the others begin from a snapshot. A snapshot that cannot be read or written only costs time.
 */
export function aggregates(
  log: LiftedLog,
  {
    snapshots,
    cacheSize = 500,
    report = console.error,
  }: {
    readonly snapshots: Snapshots;
    readonly cacheSize?: number;
    /** Takes a line for the operator, and its cause. */
    readonly report?: (line: string, error: unknown) => void;
  },
): Aggregates {
  const memories = recent<Memory<unknown>>(cacheSize);
  const inTurn = turns();
  const saving = new Set<Promise<void>>();
  const reportSnapshot = (error: unknown): undefined => {
    report('A snapshot failed; the stream is read from its beginning instead.', error);
  };

  /** What is known of the stream up to now. Only in the stream's turn. */
  async function present<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event, never, unknown>,
    stream: string,
  ): Promise<Memory<State>> {
    const evolve = (state: State, events: readonly RecordedEvent[]) => {
      const changes = events.filter(isChange);
      const unknown = changes.find(({ type }) => !Object.hasOwn(aggregate.eventTypes, type));
      if (unknown) throw new UnknownEvent(unknown);
      return aggregate.evolve(
        state,
        changes as readonly RecordedEvent[] as readonly (RecordedEvent & Event)[],
      );
    };
    const candidates = [
      () => memories.get(stream) as Memory<State> | undefined,
      async () => {
        const snapshot = await snapshots.load(stream, aggregate.version).catch(reportSnapshot);
        return snapshot && fromSnapshot<State>(snapshot);
      },
    ];
    for (const candidate of candidates) {
      const memory = await candidate();
      if (memory && (await catchUp(log, stream, memory, evolve))) return kept(memory);
    }
    const memory = blank(aggregate.initial);
    await catchUp(log, stream, memory, evolve);
    return kept(memory);

    function kept(memory: Memory<State>): Memory<State> {
      memories.set(stream, memory as Memory<unknown>);
      takeSnapshot(stream, aggregate.version, memory as Memory<unknown>);
      return memory;
    }
  }

  /** Off the request path: after the reply, and nobody waits for it. */
  function takeSnapshot(stream: string, version: number, memory: Memory<unknown>): void {
    const { snapshotAt } = memory;
    if (memory.revision - snapshotAt < SNAPSHOT_EVERY) return;
    memory.snapshotAt = memory.revision;
    const saved = (async () => {
      await new Promise(setImmediate);
      const snapshot = toSnapshot(memory);
      if (snapshot) await snapshots.save(stream, version, snapshot);
    })().catch(error => {
      memory.snapshotAt = snapshotAt;
      reportSnapshot(error);
    });
    saving.add(saved);
    void saved.then(() => saving.delete(saved));
  }

  function written(
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
        schema: log.presentSchema(type),
      };
      return { id: eventId(stream, { actor, commandId }, index), type, data, metadata };
    });
  }

  /** What a command that was done before did then. @throws CommandIdReused when that was another command */
  async function done<Event extends DomainEvent>(
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
    const memory = await present(aggregate, stream);
    const name = eventId(stream, context, 0);
    const before = memory.commands.revisionOf(name);
    if (before !== undefined)
      return { outcome: 'done', ...(await done<Event>(stream, context, before)), repeated: true };

    const decision = aggregate.decide(memory.state, command);
    if (!isEvents(decision)) return { outcome: 'refused', refusal: decision };
    if (decision.length === 0 && memory.position !== undefined && aggregate.isIdempotent?.(command))
      return { outcome: 'done', events: [], position: memory.position, repeated: false };
    const trace = decision.length > 0 ? decision : [{ type: NOTHING_CHANGED, data: {} }];
    const events = written(stream, trace, context);
    const expected = memory.revision === -1 ? 'none' : memory.revision;
    const { revision, position } = await log.append(stream, expected, events);
    memory.commands.keep(name, memory.revision + 1);
    memory.state = aggregate.evolve(memory.state, decision);
    memory.revision = revision;
    memory.newest = events.at(-1)?.id;
    memory.position = position;
    return { outcome: 'done', events: decision, position, repeated: false };
  }

  return {
    async execute(aggregate, stream, command, context) {
      checkStream(aggregate.category, stream);
      return inTurn(stream, async () => {
        let conflicts = 0;
        let lost = 0;
        for (;;) {
          try {
            const executed = await attempt(aggregate, stream, command, context);
            // Stored by the very sending whose reply was lost: this is its first success, not a repetition.
            return lost > 0 && executed.outcome === 'done' ? { ...executed, repeated: false } : executed;
          } catch (error) {
            if (error instanceof WrongExpectedRevision && conflicts < CONFLICTS) {
              if (conflicts > 0) await sleep(Math.random() * STEP_BACK * 2 ** (conflicts - 1));
              conflicts += 1;
            } else if (error instanceof Ambiguous || (error instanceof Unavailable && lost > 0)) {
              // Once a reply was lost, being away says nothing about what was stored.
              if (lost === LOST_REPLIES) throw new Ambiguous(error.message, { cause: error });
              lost += 1;
              await sleep(PAUSE * lost);
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
      return inTurn(stream, async () => {
        const { commands } = await present(aggregate, stream);
        const revision = commands.revisionOf(eventId(stream, command, 0));
        return revision === undefined ? undefined : (await done<Event>(stream, command, revision)).events;
      });
    },

    async load(aggregate, stream) {
      checkStream(aggregate.category, stream);
      return inTurn(stream, async () => {
        const { state, revision } = await present(aggregate, stream);
        return { state, revision: revision === -1 ? 'none' : revision };
      });
    },

    async settled() {
      await Promise.all(saving);
    },
  };
}

/**
 * A stream holds an event that this version of the product does not know: a newer one wrote it. Deciding without it would
 * decide on a past that is not so.
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
