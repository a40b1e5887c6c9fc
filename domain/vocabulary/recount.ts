import { type RecordedVocabularyEvent, replayable, touchesOf } from './history.ts';
import type { LevelPolicy } from './level-policies.ts';
import { leftOutBy, type Replayed, replayed, replayedAt, type Undo } from './replay.ts';
import type { VocabularyEvent } from './vocabulary.ts';

/** The undos of a vocabulary, by fragment. A recount needs them before it sees the steps that they undo. */
export interface Undos {
  readonly add: (events: Iterable<RecordedVocabularyEvent>) => void;
  /** Oldest first. */
  readonly byFragment: () => ReadonlyMap<string, readonly Undo[]>;
}

export function findUndos(): Undos {
  const undos = new Map<string, Undo[]>();
  return {
    add(events) {
      for (const { type, data, metadata } of events) {
        if (type !== 'FragmentsChanged' || data.cause.kind !== 'undo') continue;
        const undo = { commandId: metadata.commandId, cause: data.cause };
        for (const fragment of Object.keys(data.fragments)) {
          const known = undos.get(fragment);
          if (known) known.push(undo);
          else undos.set(fragment, [undo]);
        }
      }
    },
    byFragment: () => undos,
  };
}

/** Computes a vocabulary's levels from its events, under every policy at once. */
export interface Recount {
  /** Adds the next page of events; the first page begins with the first event. */
  readonly add: (events: Iterable<RecordedVocabularyEvent>) => void;
  /** In the current epoch, by fragment. */
  readonly levels: () => ReadonlyMap<string, Replayed>;
}

/** A policy change applies to every fragment, also to those that its event does not name because they do not move. */
function countAnew(levels: Map<string, Replayed>, policy: LevelPolicy): void {
  for (const [name, { under }] of levels) levels.set(name, { level: under[policy], under });
}

/**
 * Replays a whole vocabulary as `levelWithoutStep` replays one fragment; only undone steps are left out.
 * @param undos of all events that will be added
 */
export function recount(undos: Undos): Recount {
  const own = [...undos.byFragment()];
  const leftOut = new Map(own.map(([fragment, ofFragment]) => [fragment, leftOutBy(ofFragment)]));
  const undone = new Set(own.flatMap(([, ofFragment]) => ofFragment.map(({ cause }) => cause.command)));
  /** Levels before each undone command, by command and fragment. */
  const before = new Map<string, Replayed>();
  let levels = new Map<string, Replayed>();
  let beforeReset = levels;
  /** In old logs an answer precedes the changes it caused, possibly on the previous page. */
  let lastAnswered: Extract<VocabularyEvent, { type: 'SentenceAnswered' }> | undefined;

  function touched(event: RecordedVocabularyEvent): void {
    const { commandId, at } = event.metadata;
    for (const [fragment, { move, cause: why }] of touchesOf(event, lastAnswered)) {
      const [from, to] = move;
      const step = replayable({ commandId, at, epoch: event.data.epoch, from, to, cause: why });
      const now = levels.get(fragment) ?? replayedAt('new');
      if (undone.has(commandId)) before.set(`${commandId} ${fragment}`, now);
      const without = leftOut.get(fragment);
      if (without?.has(commandId)) continue;
      const { cause } = step;
      if (cause.kind !== 'undo') levels.set(fragment, replayed(now, step));
      else if (cause.fragment === undefined && !without?.has(cause.command))
        levels.set(fragment, before.get(`${cause.command} ${fragment}`) ?? replayedAt(to));
    }
  }

  return {
    add(events) {
      for (const event of events) {
        if (event.type === 'SentenceAnswered') lastAnswered = event;
        if (event.type === 'FragmentsChanged' && event.data.cause.kind === 'policy') {
          countAnew(levels, event.data.cause.policy);
          countAnew(before, event.data.cause.policy);
        } else if (event.type === 'VocabularyReset') {
          beforeReset = levels;
          levels = new Map();
        } else if (event.type === 'VocabularyResetUndone') levels = beforeReset;
        else touched(event);
      }
    },
    levels: () => levels,
  };
}
