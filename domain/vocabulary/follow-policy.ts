import { type Refusal, refuse } from '../refusal.ts';
import { MAX_BYTES } from './bulk-limits.ts';
import { fragmentLevels } from './fragment-levels.ts';
import type { LevelPolicy } from './level-policies.ts';
import type { Level } from './levels.ts';
import { type FragmentMove, levelOf, type Vocabulary, type VocabularyEvent } from './vocabulary.ts';

/** Not a `VocabularyCommand`, because only the job sends it. */
export interface FollowPolicy {
  readonly type: 'follow policy';
  readonly policy: LevelPolicy;
  /** Id of the policy switch that is taken back. */
  readonly takesBack?: string;
  /** Levels that a recount of all events gives under the policy; other fragments stay. */
  readonly levels: ReadonlyMap<string, Level>;
}

/** One event with every fragment that moves, possibly none. Later answers are decided under the policy. */
export function followPolicy(
  vocabulary: Vocabulary,
  { policy, takesBack, levels }: FollowPolicy,
): readonly VocabularyEvent[] | Refusal {
  if (vocabulary.policy === policy) return [];
  const moves = Array.from(levels, ([fragment, to]): [string, FragmentMove] => [
    fragment,
    [levelOf(vocabulary, fragment), to],
  ]).filter(([, [from, to]]) => from !== to);
  const event = changed(vocabulary, { kind: 'policy', policy, ...(takesBack && { takesBack }) }, moves);
  return new TextEncoder().encode(JSON.stringify(event.data)).length > MAX_BYTES ? tooLarge : [event];
}

const tooLarge = refuse('too large', {
  verbose: 'More fragments would move than one event can name.',
});

/** Whether the vocabulary has no history, so that it can begin under another policy without a recount. */
export function isUntouched({ policy, newestEpoch, levels }: Vocabulary): boolean {
  return policy === 'standard' && newestEpoch === 0 && fragmentLevels(levels).length === 0;
}

/** The first event of a vocabulary under another policy than the specification's. */
export function begunUnder(vocabulary: Vocabulary, policy: LevelPolicy): VocabularyEvent {
  return changed(vocabulary, { kind: 'policy', policy }, []);
}

function changed(
  { epoch }: Vocabulary,
  cause: Extract<VocabularyEvent, { type: 'FragmentsChanged' }>['data']['cause'],
  moves: readonly (readonly [string, FragmentMove])[],
) {
  return {
    type: 'FragmentsChanged' as const,
    data: { epoch, cause, fragments: Object.fromEntries(moves) },
  };
}
