import type { VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { changedLevels } from '../../../../domain/vocabulary/fragment-levels.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import type { Vocabulary } from '../../../../domain/vocabulary/vocabulary.ts';
import { foreseen } from './entries.ts';

/** A vocabulary with commands applied that the server has not confirmed yet (optimistic update). */
export interface Optimistic {
  readonly confirmed: Vocabulary;
  /** In the order they were given. A confirmed one waits here for those before it. */
  readonly commands: readonly {
    readonly id: string;
    readonly command: VocabularyCommand;
    readonly confirmed: boolean;
  }[];
}

/** What the learner sees. */
export function shown({ confirmed, commands }: Optimistic): Vocabulary {
  return commands.reduce((vocabulary, { command }) => foreseen(vocabulary, command), confirmed);
}

export function submitted(state: Optimistic, id: string, command: VocabularyCommand): Optimistic {
  return { ...state, commands: [...state.commands, { id, command, confirmed: false }] };
}

export function succeeded(state: Optimistic, id: string): Optimistic {
  const commands = state.commands.map(entry => (entry.id === id ? { ...entry, confirmed: true } : entry));
  return settled({ ...state, commands });
}

/** A failed command is taken out; those given after it stay. */
export function failed(state: Optimistic, id: string): Optimistic {
  return settled({ ...state, commands: state.commands.filter(entry => entry.id !== id) });
}

/** Commands that are confirmed, and those before them, become part of what is confirmed. */
function settled({ confirmed, commands }: Optimistic): Optimistic {
  const firstOpen = commands.findIndex(entry => !entry.confirmed);
  const end = firstOpen < 0 ? commands.length : firstOpen;
  return {
    confirmed: commands.slice(0, end).reduce((it, { command }) => foreseen(it, command), confirmed),
    commands: commands.slice(end),
  };
}

/**
 * The server's vocabulary was read again: it holds what was confirmed, and what is in flight is laid over it. It may hold
 * that, too: answers would count twice, so what they led to is marked.
 */
export function reread({ confirmed: before, commands }: Optimistic, confirmed: Vocabulary): Optimistic {
  let levels = before.levels;
  let so = before;
  const open = commands.flatMap(entry => {
    so = foreseen(so, entry.command);
    const fragments = Object.fromEntries(changedLevels(levels, so.levels));
    levels = so.levels;
    if (entry.confirmed) return [];
    const { command } = entry;
    return [{ ...entry, command: command.type === 'answer' ? marksOf(fragments) : command }];
  });
  return { confirmed, commands: open };
}

/** Thirds of the known count that what is in flight will add. */
export function thirdsInFlight(state: Optimistic): number {
  return shown(state).thirds - state.confirmed.thirds;
}

export function marksOf(fragments: Readonly<Record<string, Level>>): VocabularyCommand {
  return { type: 'mark many', cause: { kind: 'marks' }, fragments };
}
