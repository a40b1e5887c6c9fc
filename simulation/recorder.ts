import { decide as decideReading, type ReadingCommand } from '../domain/reading/decide.ts';
import { evolve as evolveReading, nothingRead } from '../domain/reading/reading.ts';
import { isRefusal } from '../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../domain/vocabulary/decide.ts';
import type { Level } from '../domain/vocabulary/levels.ts';
import { evolve, levelOf, nothingLearned, type Vocabulary } from '../domain/vocabulary/vocabulary.ts';
import { uuidOf } from '../event-store/aggregate/event-ids.ts';
import type { SimulatedCommand } from './command.ts';
import type { SubscriptionNotice } from './subscriptions.ts';

export type RecordedCommand = SimulatedCommand & { readonly commandId: string };

/**
 * Records the commands of a simulated learner, in order. The domain decides each one as its aggregate will, so the
 * simulation knows the learner's levels; only commands that produce events are kept.
 */
export interface Recorder {
  readonly commands: readonly RecordedCommand[];
  levelIn(language: string, fragment: string): Level;
  vocabulary(at: number, language: string, command: VocabularyCommand): void;
  reading(at: number, book: string, command: ReadingCommand): void;
  subscription(notices: readonly SubscriptionNotice[]): void;
}

/** @param name all command ids are derived from it and from their order */
export function recorder(name: string): Recorder {
  const commands: RecordedCommand[] = [];
  const vocabularies = new Map<string, Vocabulary>();
  const readings = new Map<string, typeof nothingRead>();
  const next = (at: number) => ({
    commandId: uuidOf([name, commands.length]),
    at: new Date(at).toISOString(),
  });
  return {
    commands,
    levelIn: (language, fragment) => levelOf(vocabularies.get(language) ?? nothingLearned, fragment),
    vocabulary(at, language, command) {
      const state = vocabularies.get(language) ?? nothingLearned;
      const decided = decide(state, command);
      if (isRefusal(decided) || decided.length === 0) return;
      vocabularies.set(language, evolve(state, decided));
      commands.push({ ...next(at), aggregate: 'vocabulary', language, command });
    },
    reading(at, book, command) {
      const state = readings.get(book) ?? nothingRead;
      const decided = decideReading(state, command);
      if (isRefusal(decided) || decided.length === 0) return;
      readings.set(book, evolveReading(state, decided));
      commands.push({ ...next(at), aggregate: 'reading', book, command });
    },
    subscription(notices) {
      for (const { at, now } of notices) {
        const named = next(at);
        const command = { type: 'record', now, providerEvent: `evt_${named.commandId}` } as const;
        commands.push({ ...named, aggregate: 'subscription', command });
      }
    },
  };
}
