import type { LevelPolicy } from '../../domain/vocabulary/level-policies.ts';
import { first, key, max, min, optional, sum } from '../read-model/columns.ts';
import { readModel } from '../read-model/read-model.ts';

/** The audit trail of level policy switches, from the events in each vocabulary (decision 54). */
export const policySwitches = readModel({
  name: 'policy-switches',
  version: 1,
  tables: {
    policy_switches: {
      switch: key.text,
      policy: first.oneOf<LevelPolicy>(),
      takes_back: optional(first.text),
      /** Account id of the admin. */
      begun_by: first.text,
      first_at: min.timestamptz,
      last_at: max.timestamptz,
      vocabularies: sum.int,
      /** Number of fragments that moved. */
      fragments: sum.int,
    },
  },
  rowsOf: {
    FragmentsChanged({ data: { cause, fragments }, metadata: { causationId, actor, at } }, add) {
      // A vocabulary that began under the policy was not switched.
      if (cause.kind !== 'policy' || causationId === undefined) return;
      add.policy_switches({
        switch: causationId,
        policy: cause.policy,
        ...(cause.takesBack !== undefined && { takes_back: cause.takesBack }),
        begun_by: actor,
        first_at: at,
        last_at: at,
        vocabularies: 1,
        fragments: Object.keys(fragments).length,
      });
    },
  },
});
