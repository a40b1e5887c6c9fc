import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asked, answering, asked, fragments, lived } from '../../tooling/testing/vocabulary-commands.ts';
import { type FragmentLevels, fragmentLevels, levelIn } from './fragment-levels.ts';
import { historyOf, levelsWithout, type RecordedVocabularyEvent } from './history.ts';
import { upcasters } from './upcasters.ts';
import type { VocabularyEvent } from './vocabulary.ts';

/** A fragment never met and one that is new again are the same. */
const met = (levels: FragmentLevels) =>
  new Map(fragmentLevels(levels).filter(([, level]) => level !== 'new'));

test('a history begins at new, each step at the end of the last one, and it ends at the current level', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), commands => {
      const { vocabulary, events } = lived(commands);
      for (const fragment of fragments) {
        const steps = historyOf(events, fragment);
        expect(steps.map(({ from }) => from)).toEqual(
          ['new', ...steps.map(({ to }) => to)].slice(0, steps.length),
        );
        expect(steps.at(-1)?.to ?? 'new').toBe(levelIn(vocabulary.levels, fragment));
      }
    }),
  );
});

test('leaving out nothing gives the current levels, through resets, undos and their undos', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), commands => {
      const { vocabulary, events } = lived(commands);
      expect(met(levelsWithout(events, { commandId: 'none' }))).toEqual(met(vocabulary.levels));
    }),
  );
});

test("without a sentence's answers, the levels are as if the sentence had never been answered", () => {
  fc.assert(
    fc.property(fc.array(answering, { minLength: 1, maxLength: 20 }), fc.nat(), (commands, at) => {
      const index = at % commands.length;
      const { events } = lived(commands);
      const without = lived(commands.filter((_, other) => other !== index));
      expect(met(levelsWithout(events, { commandId: `c${index}` }))).toEqual(met(without.vocabulary.levels));
    }),
  );
});

/** Answers of one word. Mostly right ones, so that it reaches IV under each policy despite a mistake, and a switch does not move it. */
const climbing: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(true, true, true, false).map(right => ({
      type: 'answer' as const,
      book: 'b',
      sentence: 's1',
      contentVersion: 'v',
      occasion: 'reading' as const,
      answers: [
        {
          question: 'q1',
          kind: 'word' as const,
          chosen: right ? 0 : 1,
          right,
          milliseconds: 900,
          fragments: ['gat'],
        },
      ],
    })),
  },
  { weight: 1, arbitrary: fc.record({ switchTo: fc.constantFrom('standard', 'lapses', 'strict') }) },
);

test('the same holds across a change of the level policy, also if it did not move the fragment', () => {
  fc.assert(
    fc.property(fc.array(climbing, { minLength: 6, maxLength: 12 }), fc.nat(), (commands, at) => {
      const index = at % commands.length;
      fc.pre(!('switchTo' in (commands[index] ?? {})));
      const { events } = lived(commands);
      const without = lived(commands.filter((_, other) => other !== index));
      expect(met(levelsWithout(events, { commandId: `c${index}` }))).toEqual(met(without.vocabulary.levels));
    }),
    { numRuns: 2_000 },
  );
});

test('undoing a step for one fragment does not affect the others', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 30 }), fc.nat(30), (commands, index) => {
      const { vocabulary, events } = lived(commands);
      const levels = levelsWithout(events, { commandId: `c${index}`, fragment: 'gat' });
      for (const fragment of fragments)
        if (fragment !== 'gat') expect(levelIn(levels, fragment)).toBe(levelIn(vocabulary.levels, fragment));
    }),
  );
});

const happened = (...events: readonly (readonly [commandId: string, event: VocabularyEvent])[]) =>
  events.map(
    ([commandId, event]): RecordedVocabularyEvent => ({
      ...event,
      metadata: { commandId, at: '2026-11-21T10:00:00.000Z' },
    }),
  );
const answered = (right: boolean, from: 'new' | 'I' | 'II', to: 'I' | 'II' | 'III'): VocabularyEvent => ({
  type: 'SentenceAnswered',
  data: {
    epoch: 0,
    book: 'platero',
    sentence: 's1',
    contentVersion: 'v1',
    occasion: 'reading',
    answers: [['gato', 'word', right ? 0 : 1, right, 900]],
    fragments: { gat: [from, to, 0] },
  },
});
const moved = (
  from: 'new' | 'I' | 'IV',
  to: 'new' | 'III' | 'IV',
  kind: 'tap' | 'mark',
): VocabularyEvent => ({
  type: 'FragmentChanged',
  data: { epoch: 0, fragment: 'gat', from, to, cause: { kind } },
});
const without = (events: readonly RecordedVocabularyEvent[], commandId: string) =>
  levelIn(levelsWithout(events, { commandId }), 'gat');

test('without an earlier mark, later answers start from a lower level', () => {
  const events = happened(['c1', answered(true, 'new', 'I')], ['c2', moved('I', 'new', 'mark')]);
  const then = happened(['c3', answered(true, 'new', 'I')]);
  expect(without([...events, ...then], 'c2')).toBe('II');
});

test('a wrong answer does not raise a fragment that was not new without the step before it', () => {
  const events = happened(
    ['c1', answered(true, 'new', 'I')],
    ['c2', moved('I', 'new', 'mark')],
    ['c3', answered(false, 'new', 'I')],
  );
  expect(without(events, 'c2')).toBe('I');
});

test("without the mark that made it known, the tap that took it back is a first look: 'seen', not III", () => {
  const events = happened(['c1', moved('new' as 'I', 'IV', 'mark')], ['c2', moved('IV', 'III', 'tap')]);
  expect(without(events, 'c1')).toBe('I');
});

test('an undo gives the level that the fragment would have had', () => {
  const events = happened(
    ['c1', answered(true, 'new', 'I')],
    [
      'c2',
      {
        type: 'FragmentsChanged',
        data: { epoch: 0, cause: { kind: 'marks' }, fragments: { gat: ['I', 'IV'] } },
      },
    ],
    [
      'c3',
      {
        type: 'FragmentsChanged',
        data: { epoch: 0, cause: { kind: 'undo', command: 'c2' }, fragments: { gat: ['IV', 'I'] } },
      },
    ],
  );
  expect(without(events, 'c1')).toBe('new');
  expect(without(events, 'c2')).toBe('I');
  expect(without(events, 'c3')).toBe('IV');
});

test('old logs give the same history', () => {
  const data = {
    epoch: 0,
    question: 'gato',
    kind: 'word',
    book: 'platero',
    sentence: 's1',
    chosen: 0,
    right: true,
  };
  const old = upcasters.QuestionAnswered[0]?.({ ...data, milliseconds: 900, contentVersion: 'v1' });
  if (!old) throw new Error('no lift');
  const cause = { kind: 'answer', question: 'gato', sentence: 's1' } as const;
  const events = happened(
    ['c1', old],
    ['c1', { type: 'FragmentChanged', data: { epoch: 0, fragment: 'gat', from: 'new', to: 'I', cause } }],
    ['c2', moved('I', 'new', 'mark')],
    ['c3', old],
    ['c3', { type: 'FragmentChanged', data: { epoch: 0, fragment: 'gat', from: 'new', to: 'I', cause } }],
  );
  expect(historyOf(events, 'gat')).toMatchObject([
    {
      commandId: 'c1',
      from: 'new',
      to: 'I',
      cause: { kind: 'answers', book: 'platero', sentence: 's1', answers: [['gato', 'word', 0, true, 900]] },
    },
    { commandId: 'c2', from: 'I', to: 'new', cause: { kind: 'mark' } },
    { commandId: 'c3', from: 'new', to: 'I', cause: { kind: 'answers' } },
  ]);
  expect(without(events, 'c2')).toBe('II');
  expect(without(events, 'c1')).toBe('I');
});
