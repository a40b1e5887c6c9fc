import { type Log, PAGE, type Position, type RecordedEvent } from '../log.ts';
import { type CommandName, sameCommand } from './event-ids.ts';
import { type KnownCommands, knownCommands } from './known-commands.ts';
import type { Snapshot } from './snapshots.ts';

/** What is known of one stream: its state, and the commands that made it. */
export interface Memory<State> {
  state: State;
  /** Of the newest event folded in; -1 before the first. */
  revision: number;
  /** Id of that event; undefined before the first. */
  newest: string | undefined;
  /** Its position; undefined until the stream was read. */
  position: Position | undefined;
  readonly commands: KnownCommands;
  /** Revision of the newest snapshot taken; -1 before the first. */
  snapshotAt: number;
}

export function blank<State>(initial: State): Memory<State> {
  return {
    state: initial,
    revision: -1,
    newest: undefined,
    position: undefined,
    commands: knownCommands(),
    snapshotAt: -1,
  };
}

export function fromSnapshot<State>({ revision, newest, state, commands }: Snapshot): Memory<State> {
  return {
    state: state as State,
    revision,
    newest,
    position: undefined,
    commands: knownCommands(commands),
    snapshotAt: revision,
  };
}

export function toSnapshot({ revision, newest, state, commands }: Memory<unknown>): Snapshot | undefined {
  return newest === undefined ? undefined : { revision, newest, state, commands: commands.written() };
}

/**
 * Folds in what came since, as one query when that is less than a page. The event that was the newest is read again:
 * when it is gone or another one, the stream has another past (a restored backup) and the memory is worth nothing.
 * @returns whether the memory holds; when not, begin again from `blank`
 */
export async function catchUp<State>(
  log: Log,
  stream: string,
  memory: Memory<State>,
  evolve: (state: State, events: readonly RecordedEvent[]) => State,
): Promise<boolean> {
  let before: CommandName | undefined;
  let page = await log.readStream(stream, { after: Math.max(memory.revision - 1, -1) });
  let more = page.length === PAGE;
  if (memory.newest !== undefined) {
    const [newest, ...since] = page;
    if (newest?.id !== memory.newest || newest.revision !== memory.revision) return false;
    before = newest.metadata;
    memory.position = newest.position;
    page = since;
  }
  for (;;) {
    const last = page.at(-1);
    if (!last) return true;
    for (const event of page) {
      if (!before || !sameCommand(before, event.metadata)) memory.commands.keep(event.id, event.revision);
      before = event.metadata;
    }
    memory.state = evolve(memory.state, page);
    memory.revision = last.revision;
    memory.newest = last.id;
    memory.position = last.position;
    if (!more) return true;
    page = await log.readStream(stream, { after: last.revision });
    more = page.length === PAGE;
  }
}
