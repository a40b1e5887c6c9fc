import { isFull, type Log, type Position, type RecordedEvent } from '../log.ts';
import { type CommandName, sameCommand } from './event-ids.ts';
import { type KnownCommands, knownCommands } from './known-commands.ts';
import type { Snapshot } from './snapshots.ts';

/** A stream folded up to an event, with the commands that are recognised when they are repeated. */
export interface CachedStream<State> {
  state: State;
  /** Revision of the newest event folded in; -1 before the first. */
  revision: number;
  /** Id of that event; undefined before the first. */
  newest: string | undefined;
  /** Its position; undefined until the stream was read. */
  position: Position | undefined;
  readonly commands: KnownCommands;
  /** Revision of the newest snapshot taken; -1 before the first. */
  snapshotAt: number;
  /** Another process had appended when the stream was last looked at: what is in memory is probably behind again. */
  shared: boolean;
}

export function emptyStream<State>(initial: State): CachedStream<State> {
  return {
    state: initial,
    revision: -1,
    newest: undefined,
    position: undefined,
    commands: knownCommands(),
    snapshotAt: -1,
    shared: false,
  };
}

export function fromSnapshot<State>({ revision, newest, state, commands }: Snapshot): CachedStream<State> {
  return {
    state: state as State,
    revision,
    newest,
    position: undefined,
    commands: knownCommands(commands),
    snapshotAt: revision,
    shared: false,
  };
}

export function toSnapshot({
  revision,
  newest,
  state,
  commands,
}: CachedStream<unknown>): Snapshot | undefined {
  return newest === undefined ? undefined : { revision, newest, state, commands: commands.serialized() };
}

/**
 * Folds in the events appended since, with one query when they fit a page. The newest known event is read again: when it
 * is missing or differs, the stream's history was replaced (a restored backup) and the cached stream is invalid.
 * @returns whether the cached stream is valid; when not, start again from `emptyStream`
 */
export async function catchUp<State>(
  log: Log,
  stream: string,
  cached: CachedStream<State>,
  evolve: (state: State, events: readonly RecordedEvent[]) => State,
): Promise<boolean> {
  let before: CommandName | undefined;
  let page = await log.readStream(stream, { after: Math.max(cached.revision - 1, -1) });
  let more = isFull(page);
  if (cached.newest !== undefined) {
    const [newest, ...since] = page;
    if (newest?.id !== cached.newest || newest.revision !== cached.revision) return false;
    before = newest.metadata;
    cached.position = newest.position;
    page = since;
  }
  for (;;) {
    const last = page.at(-1);
    if (!last) return true;
    for (const event of page) {
      if (!before || !sameCommand(before, event.metadata)) cached.commands.keep(event.id, event.revision);
      before = event.metadata;
    }
    cached.state = evolve(cached.state, page);
    cached.revision = last.revision;
    cached.newest = last.id;
    cached.position = last.position;
    if (!more) return true;
    page = await log.readStream(stream, { after: last.revision });
    more = isFull(page);
  }
}
