import { expect, test } from 'vitest';
import type { RecordedVocabularyEvent } from './history.ts';
import { onlyFragment } from './only-fragment.ts';

const metadata = { commandId: 'c1', at: '2026-01-01T00:00:00.000Z' };
const changed = (kind: 'marks' | 'policy', fragments: object) =>
  ({
    type: 'FragmentsChanged',
    data: { epoch: 0, cause: kind === 'policy' ? { kind, policy: 'strict' } : { kind }, fragments },
    metadata,
  }) as RecordedVocabularyEvent;

test('of a bulk act only the move of the fragment is kept', () => {
  const act = changed('marks', { gat: ['new', 'II'], ros: ['new', 'IV'] });
  expect(onlyFragment(act, 'gat')).toEqual(changed('marks', { gat: ['new', 'II'] }));
  expect(onlyFragment(act, 'plural')).toBeUndefined();
});

test('a fragment with the name of a property that every object has is not in an act that does not name it', () => {
  const act = changed('marks', { gat: ['new', 'II'] });
  expect(onlyFragment(act, 'constructor')).toBeUndefined();
  expect(onlyFragment(changed('policy', {}), 'toString')).toEqual(changed('policy', {}));
});

test('a change of the policy and a reset concern every fragment', () => {
  expect(onlyFragment(changed('policy', { ros: ['IV', 'II'] }), 'gat')).toEqual(changed('policy', {}));
  const reset = { type: 'VocabularyReset', data: { epoch: 1 }, metadata } as RecordedVocabularyEvent;
  expect(onlyFragment(reset, 'gat')).toBe(reset);
});
