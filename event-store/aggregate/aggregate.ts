import { type ExpectedRevision, type Position, type RecordedEvent, Unavailable } from '../log.ts';
import type { CommandName } from './event-ids.ts';

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

/**
 * A stream contains an event type that this version does not know: a newer version wrote it. A decision that ignored the
 * event would be based on a wrong state.
 */
export class UnknownEvent extends Unavailable {
  constructor({ type, stream, revision }: RecordedEvent) {
    super(`${type} at ${stream}@${revision} is not known here; a newer version of the product wrote it`);
  }
}

/** Whether an event is more than the trace of a command that changed nothing. */
export function isChange({ type }: DomainEvent): boolean {
  return type !== NOTHING_CHANGED;
}

/** The events that are more than such traces. @param types all types that there may be @throws UnknownEvent */
export function changesOf<Event extends DomainEvent>(
  types: Readonly<Record<Event['type'], true>>,
  events: readonly RecordedEvent[],
): readonly (RecordedEvent & Event)[] {
  const changes = events.filter(isChange);
  const unknown = changes.find(({ type }) => !Object.hasOwn(types, type));
  if (unknown) throw new UnknownEvent(unknown);
  return changes as readonly RecordedEvent[] as readonly (RecordedEvent & Event)[];
}
