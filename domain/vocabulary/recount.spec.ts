import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Asked,
  answering,
  asked,
  askedUnderPolicies,
  fragments,
  type Lived,
  lived,
} from '../../tooling/testing/vocabulary-commands.ts';
import { begunUnder, followPolicy, isUntouched } from './follow-policy.ts';
import { historyOf, replayable } from './history.ts';
import { type LevelPolicy, levelPolicies } from './level-policies.ts';
import type { Level } from './levels.ts';
import { findUndos, recount } from './recount.ts';
import { levelWithoutStep } from './replay.ts';
import { evolve, levelOf, nothingLearned, type VocabularyEvent } from './vocabulary.ts';

const names = Object.keys(levelPolicies) as LevelPolicy[];

/** In pages of three events. */
function counted(events: Lived['events']) {
  const undos = findUndos();
  for (let from = 0; from < events.length; from += 3) undos.add(events.slice(from, from + 3));
  const result = recount(undos);
  for (let from = 0; from < events.length; from += 3) result.add(events.slice(from, from + 3));
  return result.levels();
}

/** A reset that is undone after a switch brings levels back that were counted before it. */
function isUndoneAcrossSwitch(events: readonly VocabularyEvent[]): boolean {
  let reset = false;
  let switched = false;
  for (const event of events) {
    if (event.type === 'VocabularyReset') [reset, switched] = [true, false];
    else if (event.type === 'VocabularyResetUndone' && reset && switched) return true;
    else if (event.type === 'FragmentsChanged' && event.data.cause.kind === 'policy') switched = true;
  }
  return false;
}

test('a recount replays every fragment as it is replayed alone', () => {
  fc.assert(
    fc.property(fc.array(askedUnderPolicies, { maxLength: 25 }), commands => {
      const { events } = lived(commands);
      const levels = counted(events);
      for (const fragment of fragments) {
        const alone = levelWithoutStep(historyOf(events, fragment).map(replayable), undefined);
        expect(levels.get(fragment)?.level ?? 'new').toBe(alone);
      }
    }),
    { numRuns: 400 },
  );
});

test('a recount under the current policy changes nothing', () => {
  fc.assert(
    fc.property(fc.array(askedUnderPolicies, { maxLength: 25 }), commands => {
      const { events, vocabulary } = lived(commands);
      fc.pre(!isUndoneAcrossSwitch(events));
      const levels = counted(events);
      for (const fragment of fragments)
        expect(levels.get(fragment)?.under[vocabulary.policy] ?? 'new').toBe(levelOf(vocabulary, fragment));
    }),
    { numRuns: 400 },
  );
});

const marked = fc.constantFrom<Level>('I', 'III', 'IV');
const undoing: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 2, arbitrary: answering },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('mark many' as const),
      cause: fc.constant({ kind: 'marks' as const }),
      fragments: fc.record({ gat: marked, ros: marked }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ undoEarlier: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ undoEarlier: fc.nat(), fragment: fc.constantFrom('gat', 'ros') }) },
  { weight: 1, arbitrary: fc.record({ switchTo: fc.constantFrom('standard', 'lapses', 'strict') }) },
);

/** A mark is undone, an earlier one is taken out, the first undo is taken back, and the mark is undone again. */
const undoneAgain: Asked[] = [
  { type: 'mark many', cause: { kind: 'marks' }, fragments: { gat: 'IV', ros: 'I' } },
  { type: 'mark many', cause: { kind: 'marks' }, fragments: { gat: 'I', ros: 'I' } },
  { undoEarlier: 1 },
  { undoEarlier: 0, fragment: 'gat' },
  { undoEarlier: 2, fragment: 'gat' },
  { undoEarlier: 1 },
];

test('a recount also changes nothing after undos of undos, marks that moved nothing, and undos across a switch', () => {
  fc.assert(
    fc.property(fc.array(undoing, { maxLength: 12 }), commands => {
      const { events, vocabulary } = lived(commands);
      const levels = counted(events);
      for (const fragment of fragments)
        expect(levels.get(fragment)?.under[vocabulary.policy] ?? 'new').toBe(levelOf(vocabulary, fragment));
    }),
    { numRuns: 3_000, examples: [[undoneAgain]] },
  );
});

test('undoing an undo does not override a mark made since, also if the mark moved nothing', () => {
  const undo: Asked[] = [
    { type: 'mark many', cause: { kind: 'marks' }, fragments: { gat: 'I' } },
    { type: 'mark many', cause: { kind: 'marks' }, fragments: { gat: 'IV' } },
    { undoEarlier: 1, fragment: 'gat' },
  ];
  const mark: Asked = { type: 'mark many', cause: { kind: 'marks' }, fragments: { gat: 'I', ros: 'I' } };
  expect(levelOf(lived([...undo, { undoEarlier: 2 }]).vocabulary, 'gat')).toBe('IV');
  expect(levelOf(lived([...undo, mark, { undoEarlier: 2 }]).vocabulary, 'gat')).toBe('I');
});

test('whatever is answered after a switch, taking it back gives what would have been without it', () => {
  fc.assert(
    fc.property(
      fc.array(asked, { maxLength: 12 }),
      fc.array(answering, { maxLength: 12 }),
      fc.constantFrom<LevelPolicy>('lapses', 'strict'),
      (before, after, policy) => {
        const switched = lived([...before, { switchTo: policy }, ...after, { switchTo: 'standard' }]);
        const without = lived([...before, ...after]);
        expect(switched.vocabulary.policy).toBe('standard');
        for (const fragment of fragments)
          expect(levelOf(switched.vocabulary, fragment)).toBe(levelOf(without.vocabulary, fragment));
        expect(switched.vocabulary.thirds).toBe(without.vocabulary.thirds);
      },
    ),
    { numRuns: 300 },
  );
});

const at = '2026-01-01T00:00:00.000Z';
const answeredIn = (command: number, right: boolean, from: Level, to: Level, policy?: LevelPolicy) => ({
  type: 'SentenceAnswered' as const,
  data: {
    epoch: 0,
    book: 'b',
    sentence: 's',
    contentVersion: 'v',
    occasion: 'reading' as const,
    answers: [['q', 'word', right ? 0 : null, right, 900] as const],
    ...(policy && { policy }),
    fragments: { gat: [from, to, 0] as const },
  },
  metadata: { commandId: `c${command}`, at },
});
const rises = [
  answeredIn(0, true, 'new', 'I'),
  answeredIn(1, true, 'I', 'II'),
  answeredIn(2, true, 'II', 'III'),
  answeredIn(3, true, 'III', 'IV'),
];

test('a recount counts the answers of a history under each policy', () => {
  const levels = counted([...rises, answeredIn(4, false, 'IV', 'IV')]);
  expect(levels.get('gat')).toEqual({ level: 'IV', under: { standard: 'IV', lapses: 'III', strict: 'II' } });
});

test('a recount keeps marks as they were made', () => {
  const mark = {
    type: 'FragmentChanged' as const,
    data: {
      epoch: 0,
      fragment: 'gat',
      from: 'I' as const,
      to: 'IV' as const,
      cause: { kind: 'mark' as const },
    },
    metadata: { commandId: 'm', at },
  };
  const levels = counted([answeredIn(0, false, 'new', 'I'), mark]);
  expect(new Set(names.map(name => levels.get('gat')?.under[name]))).toEqual(new Set(['IV']));
});

test('without an answer from before a switch, the switch recounts the others', () => {
  const events = [
    ...rises,
    answeredIn(4, false, 'IV', 'IV'),
    {
      type: 'FragmentsChanged' as const,
      data: {
        epoch: 0,
        cause: { kind: 'policy' as const, policy: 'strict' as const },
        fragments: { gat: ['IV', 'II'] as const },
      },
      metadata: { commandId: 'switch', at },
    },
    answeredIn(6, true, 'II', 'III', 'strict'),
  ];
  const steps = historyOf(events, 'gat').map(replayable);
  expect(levelWithoutStep(steps, undefined)).toBe('III');
  // Without the wrong answer it reaches IV and stays there.
  expect(levelWithoutStep(steps, 'c4')).toBe('IV');
  expect(levelWithoutStep(steps, 'c3')).toBe('II');
  // From the middle of a history it cannot be told what the answers before would be under another policy.
  expect(levelWithoutStep(steps.slice(3), 'c4')).toBeUndefined();
});

test('a switch is one event, also when nothing moves, and is appended once', () => {
  const vocabulary = evolve(nothingLearned, rises);
  const command = {
    type: 'follow policy',
    policy: 'strict',
    levels: new Map<string, Level>([['gat', 'II']]),
  } as const;
  const events = followPolicy(vocabulary, command);
  expect(events).toEqual([
    {
      type: 'FragmentsChanged',
      data: {
        epoch: 0,
        cause: { kind: 'policy', policy: 'strict' },
        fragments: { gat: ['IV', 'II'] },
      },
    },
  ]);
  const after = evolve(vocabulary, events as VocabularyEvent[]);
  expect(after).toMatchObject({ policy: 'strict', thirds: 1 });
  expect(followPolicy(after, command)).toEqual([]);
  expect(followPolicy(nothingLearned, { ...command, levels: new Map() })).toMatchObject([
    { data: { fragments: {} } },
  ]);
});

test('a switch can move more than 20,000 fragments; beyond the bytes of an event it is refused', () => {
  const many = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, index) => [`f${String(index).padStart(5, '0')}`, 'IV' as Level]),
    );
  const command = { type: 'follow policy', policy: 'strict' } as const;
  expect(followPolicy(nothingLearned, { ...command, levels: many(40_000) })).toHaveLength(1);
  expect(followPolicy(nothingLearned, { ...command, levels: many(60_000) })).toMatchObject({
    refused: 'too large',
  });
});

test('a vocabulary in which nothing was learned can begin under another policy', () => {
  expect(isUntouched(nothingLearned)).toBe(true);
  const begun = evolve(nothingLearned, [begunUnder(nothingLearned, 'lapses')]);
  expect(begun.policy).toBe('lapses');
  expect(isUntouched(begun)).toBe(false);
  expect(isUntouched(evolve(nothingLearned, rises))).toBe(false);
  expect(isUntouched(evolve(nothingLearned, [{ type: 'VocabularyReset', data: { epoch: 1 } }]))).toBe(false);
});

test('a reset can still be undone after a switch', () => {
  const reset = evolve(evolve(nothingLearned, rises), [{ type: 'VocabularyReset', data: { epoch: 1 } }]);
  const switched = evolve(reset, [begunUnder(reset, 'strict')]);
  expect(switched.beforeReset).toEqual(reset.beforeReset);
  const back = evolve(switched, [{ type: 'VocabularyResetUndone', data: { epoch: 0, abandoned: 1 } }]);
  expect(back.policy).toBe('strict');
  expect(levelOf(back, 'gat')).toBe('IV');
});
