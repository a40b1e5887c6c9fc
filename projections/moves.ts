import type { Level } from '../domain/vocabulary/levels.ts';
import type { VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';

/** Every event that says something of a vocabulary, or of the epoch that it is in. */
export const vocabularyEvents: readonly VocabularyEvent['type'][] = [
  'SentenceAnswered',
  'FragmentChanged',
  'FragmentsChanged',
  'VocabularyReset',
  'VocabularyResetUndone',
];

/** The fragments that an event moved; those that it asked and that stayed are left out. */
export function movesOf({
  type,
  data,
}: VocabularyEvent): readonly (readonly [fragment: string, from: Level, to: Level])[] {
  switch (type) {
    case 'FragmentChanged':
      return [[data.fragment, data.from, data.to]];
    case 'SentenceAnswered':
    case 'FragmentsChanged':
      return Object.entries(data.fragments).flatMap(([fragment, [from, to]]) =>
        from === to ? [] : [[fragment, from, to] as const],
      );
    default:
      return [];
  }
}
