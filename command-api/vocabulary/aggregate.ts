import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import {
  evolve,
  nothingLearned,
  type Vocabulary,
  type VocabularyEvent,
  vocabularyEventTypes,
  vocabularyVersion,
} from '../../domain/vocabulary/vocabulary.ts';
import type { Aggregate } from '../../event-store/aggregate/aggregate.ts';

/**
 * One learner's vocabulary of one language. A command that the catalogue refuses is passed on as its refusal, so that a
 * repeated command is recognised before it is refused, even after the book was corrected.
 */
export const vocabulary: Aggregate<Vocabulary, VocabularyEvent, VocabularyCommand | Refusal, Refusal> = {
  category: 'vocabulary',
  version: vocabularyVersion,
  eventTypes: vocabularyEventTypes,
  initial: nothingLearned,
  evolve,
  decide: (state, command) => (isRefusal(command) ? command : decide(state, command)),
};

export function vocabularyStream(learner: string, languageId: string): string {
  return `${vocabulary.category}-${learner}-${languageId}`;
}
