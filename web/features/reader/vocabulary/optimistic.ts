import type { VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { changedLevels } from '../../../../domain/vocabulary/fragment-levels.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import type { Vocabulary } from '../../../../domain/vocabulary/vocabulary.ts';
import { afterCommand } from './entries.ts';

/** A vocabulary with commands applied that the server has not confirmed yet (optimistic update). */
export interface Optimistic {
  readonly confirmed: Vocabulary;
  /** In the order of submission. A confirmed command stays here until all earlier ones are confirmed. */
  readonly commands: readonly {
    readonly id: string;
    readonly command: VocabularyCommand;
    readonly confirmed: boolean;
  }[];
}

/** The vocabulary with all commands applied. */
export function shown({ confirmed, commands }: Optimistic): Vocabulary {
  return commands.reduce((vocabulary, { command }) => afterCommand(vocabulary, command), confirmed);
}

export function submitted(state: Optimistic, id: string, command: VocabularyCommand): Optimistic {
  return { ...state, commands: [...state.commands, { id, command, confirmed: false }] };
}

export function succeeded(state: Optimistic, id: string): Optimistic {
  const commands = state.commands.map(entry => (entry.id === id ? { ...entry, confirmed: true } : entry));
  return settled({ ...state, commands });
}

/** Removes a failed command; later ones stay. */
export function failed(state: Optimistic, id: string): Optimistic {
  return settled({ ...state, commands: state.commands.filter(entry => entry.id !== id) });
}

/** Commands that are confirmed, together with all before them, are merged into the confirmed vocabulary. */
function settled({ confirmed, commands }: Optimistic): Optimistic {
  const firstOpen = commands.findIndex(entry => !entry.confirmed);
  const end = firstOpen < 0 ? commands.length : firstOpen;
  return {
    confirmed: commands.slice(0, end).reduce((it, { command }) => afterCommand(it, command), confirmed),
    commands: commands.slice(end),
  };
}

/**
 * The state after the server's vocabulary was read again: commands in flight are applied to it. It may already include them,
 * and answers would count twice, so they are replaced by marks of the levels they led to.
 */
export function reread({ confirmed: before, commands }: Optimistic, confirmed: Vocabulary): Optimistic {
  let levels = before.levels;
  let so = before;
  const open = commands.flatMap(entry => {
    so = afterCommand(so, entry.command);
    const fragments = Object.fromEntries(changedLevels(levels, so.levels));
    levels = so.levels;
    if (entry.confirmed) return [];
    const { command } = entry;
    return [{ ...entry, command: command.type === 'answer' ? marksOf(fragments) : command }];
  });
  return { confirmed, commands: open };
}

/** Thirds of the known count that the commands in flight will add. */
export function thirdsInFlight(state: Optimistic): number {
  return shown(state).thirds - state.confirmed.thirds;
}

export function marksOf(fragments: Readonly<Record<string, Level>>): VocabularyCommand {
  return { type: 'mark many', cause: { kind: 'marks' }, fragments };
}
