import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import {
  begunUnder,
  type FollowPolicy,
  followPolicy,
  isUntouched,
} from '../../domain/vocabulary/follow-policy.ts';
import type { LevelPolicy } from '../../domain/vocabulary/level-policies.ts';
import {
  evolve,
  nothingLearned,
  type Vocabulary,
  type VocabularyEvent,
  vocabularyEventTypes,
  vocabularyVersion,
} from '../../domain/vocabulary/vocabulary.ts';
import type { Aggregate } from '../../event-store/aggregate/aggregate.ts';
import type { StreamOf } from '../../event-store/stream-reader.ts';

/** A command that may be the first of a vocabulary, with the policy for a new vocabulary. */
interface FirstCommand {
  readonly type: 'first';
  readonly policy: LevelPolicy;
  readonly command: VocabularyCommand;
}

/**
 * One learner's vocabulary of one language. If the catalogue refuses a command, the refusal is passed in as the command, so
 * that a repeated command id is recognised first, even after the book was corrected.
 */
export const vocabulary: Aggregate<
  Vocabulary,
  VocabularyEvent,
  VocabularyCommand | FollowPolicy | FirstCommand | Refusal,
  Refusal
> = {
  category: 'vocabulary',
  version: vocabularyVersion,
  eventTypes: vocabularyEventTypes,
  initial: nothingLearned,
  evolve,
  decide: (state, command) => {
    if (isRefusal(command)) return command;
    if (command.type === 'follow policy') return followPolicy(state, command);
    return command.type === 'first' ? decideFirst(state, command) : decide(state, command);
  },
};

function decideFirst(
  state: Vocabulary,
  { policy, command }: FirstCommand,
): readonly VocabularyEvent[] | Refusal {
  if (policy === 'standard' || !isUntouched(state)) return decide(state, command);
  const begun = begunUnder(state, policy);
  const decided = decide(evolve(state, [begun]), command);
  return isRefusal(decided) || decided.length === 0 ? decided : [begun, ...decided];
}

export function vocabularyStream(learner: string, languageId: string): StreamOf<'vocabulary'> {
  return `vocabulary-${learner}-${languageId}`;
}
