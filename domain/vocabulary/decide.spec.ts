import { expect, test } from 'vitest';
import { specification } from '../../tooling/testing/given.ts';
import { decide, neverMet, type VocabularyCommand } from './decide.ts';
import type { Level } from './levels.ts';
import {
  type AskedFragment,
  type BulkCause,
  evolve,
  type FragmentMove,
  nothingLearned,
  type VocabularyEvent,
} from './vocabulary.ts';

const given = specification({ initial: nothingLearned, evolve, decide });

type Word = readonly [question: string, fragments: readonly string[]];

/** Each word with whether it was answered right. */
const answersGiven = (...words: readonly (readonly [...Word, right: boolean])[]): VocabularyCommand => ({
  type: 'answer',
  book: 'platero',
  sentence: 's1',
  contentVersion: 'v1',
  occasion: 'reading',
  answers: words.map(([question, fragments, right]) => ({
    question,
    kind: 'word',
    chosen: right ? 0 : 1,
    right,
    milliseconds: 900,
    fragments,
  })),
});
const answeredRight = (question: string, fragments: readonly string[]) =>
  answersGiven([question, fragments, true]);
const answeredWrong = (question: string, fragments: readonly string[]) =>
  answersGiven([question, fragments, false]);

/** What became of a sentence whose words were answered so. */
const answered = (
  words: readonly (readonly [question: string, right: boolean])[],
  fragments: Readonly<Record<string, AskedFragment>>,
  epoch = 0,
): VocabularyEvent => ({
  type: 'SentenceAnswered',
  data: {
    epoch,
    book: 'platero',
    sentence: 's1',
    contentVersion: 'v1',
    occasion: 'reading',
    answers: words.map(([question, right]) => [question, 'word', right ? 0 : 1, right, 900]),
    fragments,
  },
});
const changed = (fragment: string, from: Level, to: Level, epoch = 0): VocabularyEvent => ({
  type: 'FragmentChanged',
  data: { epoch, fragment, from, to, cause: { kind: 'mark' } },
});
const tapped = (fragment: string, from: Level, to: Level): VocabularyEvent => ({
  type: 'FragmentChanged',
  data: { epoch: 0, fragment, from, to, cause: { kind: 'tap' } },
});
const mark = (fragment: string, level: Level): VocabularyCommand => ({ type: 'mark', fragment, level });
const reset = (epoch: number): VocabularyEvent => ({ type: 'VocabularyReset', data: { epoch } });
const undone = (epoch: number, abandoned: number): VocabularyEvent => ({
  type: 'VocabularyResetUndone',
  data: { epoch, abandoned },
});

test('a right answer moves each fragment of the word one step', () => {
  given(changed('gat', 'II', 'III'))
    .when(answeredRight('gato', ['gat', '-o']))
    .then(answered([['gato', true]], { gat: ['III', 'IV', 0], '-o': ['new', 'I', 0] }));
});

test('a wrong answer makes a new fragment I and moves nothing else', () => {
  given(changed('gat', 'I', 'II'))
    .when(answeredWrong('gato', ['gat', '-o']))
    .then(answered([['gato', false]], { gat: ['II', 'II', 0], '-o': ['new', 'I', 0] }));
});

test('a known fragment stays known, right or wrong', () => {
  for (const right of [true, false])
    given(changed('gat', 'III', 'IV'))
      .when(answersGiven(['gato', ['gat'], right]))
      .then(answered([['gato', right]], { gat: ['IV', 'IV', 0] }));
});

test('a fragment moves at most one step per sentence, and the event names every answer that asked it', () => {
  given()
    .when(answersGiven(['gatos', ['gat', '-s'], true], ['rosas', ['ros', '-s'], true]))
    .then(
      answered(
        [
          ['gatos', true],
          ['rosas', true],
        ],
        { gat: ['new', 'I', 0], '-s': ['new', 'I', 0, 1], ros: ['new', 'I', 1] },
      ),
    );
});

test('one right answer makes the step, whichever it is; for a new fragment any answer does', () => {
  for (const [first, second] of [
    [true, false],
    [false, true],
  ] as const)
    given(changed('-s', 'new', 'II'))
      .when(answersGiven(['gatos', ['gat', '-s'], first], ['rosas', ['ros', '-s'], second]))
      .then(
        answered(
          [
            ['gatos', first],
            ['rosas', second],
          ],
          { gat: ['new', 'I', 0], '-s': ['II', 'III', 0, 1], ros: ['new', 'I', 1] },
        ),
      );
});

test('a word that has one fragment twice asks it once', () => {
  given()
    .when(answeredRight('dada', ['da', 'da']))
    .then(answered([['dada', true]], { da: ['new', 'I', 0] }));
});

test('a clause answer is recorded and moves no level', () => {
  const command: VocabularyCommand = {
    type: 'answer',
    book: 'platero',
    sentence: 's1',
    contentVersion: 'v1',
    occasion: 'placement',
    answers: [{ question: 'c0', kind: 'clause', chosen: null, right: false, milliseconds: 5, fragments: [] }],
  };
  given()
    .when(command)
    .then({
      type: 'SentenceAnswered',
      data: {
        epoch: 0,
        book: 'platero',
        sentence: 's1',
        contentVersion: 'v1',
        occasion: 'placement',
        answers: [['c0', 'clause', null, false, 5]],
        fragments: {},
      },
    });
});

test('a review moves levels like reading, and refuses words that were never met', () => {
  const reviewed = (kind: 'word' | 'clause', fragments: readonly string[]): VocabularyCommand => ({
    type: 'answer',
    book: 'platero',
    sentence: 's1',
    contentVersion: 'v1',
    occasion: 'review',
    answers: [{ question: 'gato', kind, chosen: 0, right: true, milliseconds: 900, fragments }],
  });
  const { data, type } = answered([['gato', true]], { gat: ['II', 'III', 0], '-o': ['new', 'I', 0] });
  given(changed('gat', 'I', 'II'))
    .when(reviewed('word', ['gat', '-o']))
    .then({ type, data: { ...data, occasion: 'review' } } as VocabularyEvent);
  given(changed('gat', 'I', 'II'))
    .when(reviewed('word', ['dada']))
    .thenRefused(neverMet.refused);
  given(changed('gat', 'I', 'II'))
    .when(reviewed('clause', []))
    .thenRefused(neverMet.refused);
});

test('selecting a new fragment, and taking back a known one, are taps; anything else is a mark by hand', () => {
  given()
    .when(mark('gat', 'I'))
    .then(tapped('gat', 'new', 'I'));
  given(changed('gat', 'III', 'IV'))
    .when(mark('gat', 'III'))
    .then(tapped('gat', 'IV', 'III'));
  given(changed('gat', 'new', 'I'))
    .when(mark('gat', 'IV'))
    .then(changed('gat', 'I', 'IV'));
  given(changed('gat', 'new', 'I'))
    .when(mark('gat', 'new'))
    .then(changed('gat', 'I', 'new'));
});

test('marking the level that a fragment already has changes nothing', () => {
  given(changed('gat', 'new', 'II'))
    .when(mark('gat', 'II'))
    .thenNothing();
  given().when(mark('gat', 'new')).thenNothing();
});

test('a reset opens a new epoch in which everything is new', () => {
  given(changed('gat', 'new', 'II'))
    .when({ type: 'reset' })
    .then(reset(1));
  given(changed('gat', 'new', 'II'), reset(1))
    .when(mark('gat', 'II'))
    .then(changed('gat', 'new', 'II', 1));
});

test('undoing a reset returns to the epoch before; the next reset opens one that was never used', () => {
  given(changed('gat', 'new', 'II'), reset(1))
    .when({ type: 'undo reset' })
    .then(undone(0, 1));
  given(changed('gat', 'new', 'II'), reset(1), undone(0, 1))
    .when(mark('gat', 'II'))
    .thenNothing();
  given(reset(1), undone(0, 1)).when({ type: 'reset' }).then(reset(2));
});

test('a second reset, of nothing, leaves the first one to be undone', () => {
  given(changed('gat', 'new', 'II'), reset(1))
    .when({ type: 'reset' })
    .thenNothing();
  given(changed('gat', 'new', 'II'), reset(1), changed('gat', 'new', 'I', 1))
    .when({ type: 'reset' })
    .then(reset(2));
});

test('undoing a reset is refused once the learner has acted since, or when there was none', () => {
  given().when({ type: 'undo reset' }).thenRefused('nothing to undo');
  given(reset(1), answered([['gato', false]], { gat: ['new', 'I', 0] }, 1))
    .when({ type: 'undo reset' })
    .thenRefused('nothing to undo');
  given(reset(1), undone(0, 1)).when({ type: 'undo reset' }).thenRefused('nothing to undo');
});

const together = (
  cause: BulkCause,
  fragments: Readonly<Record<string, FragmentMove>>,
  epoch = 0,
): VocabularyEvent => ({ type: 'FragmentsChanged', data: { epoch, cause, fragments } });
const clause = { kind: 'clause', book: 'platero', sentence: 's1', clause: 0 } as const;
const known = (...fragments: readonly string[]): VocabularyCommand => ({
  type: 'mark many',
  cause: clause,
  fragments: Object.fromEntries(fragments.map(fragment => [fragment, 'IV'])),
});
const undo = (
  command: string,
  moves: Readonly<Record<string, FragmentMove>>,
  epoch = 0,
): VocabularyCommand => ({
  type: 'undo',
  command,
  epoch,
  moves,
});

test('a bulk act is one event that names all its fragments, also those that already had the level', () => {
  given(changed('gat', 'new', 'II'), changed('-o', 'new', 'IV'))
    .when(known('gat', '-o', 'ros'))
    .then(together(clause, { gat: ['II', 'IV'], '-o': ['IV', 'IV'], ros: ['new', 'IV'] }));
});

test('after an edition merges fragments, the survivor gets the highest level, and no level falls', () => {
  const merges = [
    ['gato', 'gat'],
    ['gata', 'gat'],
    ['-os', '-o'],
  ] as const;
  given(
    changed('gat', 'new', 'II'),
    changed('gato', 'new', 'I'),
    changed('gata', 'new', 'IV'),
    changed('-o', 'new', 'III'),
  )
    .when({ type: 'follow edition', merges })
    .then(together({ kind: 'edition' }, { gat: ['II', 'IV'], '-o': ['III', 'III'] }));
  given(changed('gat', 'new', 'IV'), changed('gata', 'new', 'II'))
    .when({ type: 'follow edition', merges })
    .thenNothing();
});

test('an import only raises levels and says which were credited', () => {
  const levels = (fragments: Readonly<Record<string, readonly [Exclude<Level, 'new'>, boolean]>>) =>
    ({
      type: 'import',
      fragments: Object.fromEntries(
        Object.entries(fragments).map(([id, [level, credited]]) => [id, { level, credited }]),
      ),
    }) satisfies VocabularyCommand;
  const here = [changed('gat', 'new', 'II'), changed('ros', 'new', 'IV'), changed('-o', 'new', 'III')];
  given(...here)
    .when(levels({ gat: ['IV', true], ros: ['I', true], '-o': ['III', true], luz: ['II', false] }))
    .then(
      together(
        { kind: 'import', credited: ['gat'] },
        { gat: ['II', 'IV'], '-o': ['III', 'III'], luz: ['new', 'II'] },
      ),
    );
  given(...here)
    .when(levels({ gat: ['II', false], ros: ['III', false] }))
    .thenNothing();
});

test('a bulk act that moves nothing changes nothing', () => {
  given(changed('gat', 'new', 'IV'))
    .when(known('gat'))
    .thenNothing();
});

test('a bulk act takes 20,000 fragments, and is refused by field beyond that or beyond what one append holds', () => {
  const many = (count: number, length: number) =>
    known(...Array.from({ length: count }, (_, index) => String(index).padStart(length, 'f')));
  expect(decide(nothingLearned, many(20_000, 20))).toHaveLength(1);
  expect(decide(nothingLearned, many(20_001, 6))).toMatchObject({
    refused: 'too many fragments',
    field: 'fragments',
  });
  expect(decide(nothingLearned, many(20_000, 64))).toMatchObject({
    refused: 'too large',
    field: 'fragments',
  });
});

const act = together(clause, { gat: ['II', 'IV'], '-o': ['IV', 'IV'], ros: ['new', 'IV'] });
const moves = { gat: ['II', 'IV'], '-o': ['IV', 'IV'], ros: ['new', 'IV'] } as const;

test('undoing a bulk act moves back only fragments that still have its level', () => {
  given(changed('gat', 'new', 'II'), act)
    .when(undo('c1', moves))
    .then(together({ kind: 'undo', command: 'c1' }, { gat: ['IV', 'II'], ros: ['IV', 'new'] }));
  given(changed('gat', 'new', 'II'), act, tapped('gat', 'IV', 'III'))
    .when(undo('c1', moves))
    .then(together({ kind: 'undo', command: 'c1' }, { ros: ['IV', 'new'] }));
});

test('an undo is refused when everything has moved since, in another epoch, or a second time', () => {
  given(act, tapped('gat', 'IV', 'III'), tapped('ros', 'IV', 'III'))
    .when(undo('c1', moves))
    .thenRefused('nothing to undo');
  given(act, reset(1)).when(undo('c1', moves)).thenRefused('nothing to undo');
  const back = together({ kind: 'undo', command: 'c1' }, { gat: ['IV', 'II'], ros: ['IV', 'new'] });
  // Marked again by hand: it stands where the act had put it, and is not the act's any more.
  given(act, back, changed('gat', 'II', 'IV'))
    .when(undo('c1', moves))
    .thenRefused('nothing to undo');
});

test('undoing a command skips a fragment whose step was undone before', () => {
  const stepBack = together({ kind: 'undo', command: 'c1', fragment: 'gat' }, { gat: ['IV', 'II'] });
  given(act, stepBack, changed('gat', 'II', 'IV'))
    .when(undo('c1', moves))
    .then(together({ kind: 'undo', command: 'c1' }, { ros: ['IV', 'new'] }));
});

test('an undo can be undone', () => {
  given(act, together({ kind: 'undo', command: 'c1' }, { ros: ['IV', 'new'] }))
    .when(undo('c2', { ros: ['IV', 'new'] }))
    .then(together({ kind: 'undo', command: 'c2' }, { ros: ['new', 'IV'] }));
});

test('a step that was undone and restored can be undone again, and so can its whole command', () => {
  const move = ['IV', 'new'] as const;
  const marked = changed('gat', 'new', 'IV');
  const taken = { kind: 'undo', command: 'c1', fragment: 'gat' } as const;
  const back = together(taken, { gat: move });
  const redo = { kind: 'undo', command: 'c2', fragment: 'gat', restores: 'c1 gat' } as const;
  const again = { type: 'undo step', command: 'c1', fragment: 'gat', epoch: 0, move } as const;
  given(marked, back)
    .when({ ...again, command: 'c2', move: ['new', 'IV'], restores: 'c1 gat' })
    .then(together(redo, { gat: ['new', 'IV'] }));
  given(marked, back, together(redo, { gat: ['new', 'IV'] }))
    .when(again)
    .then(back);
  // Without the undo of the undo it stays undone, also when the fragment was marked there by hand.
  given(marked, back, changed('gat', 'new', 'IV'))
    .when(again)
    .thenRefused('nothing to undo');

  const whole = together({ kind: 'undo', command: 'c1' }, { ros: ['IV', 'new'] });
  const restoring = { ...undo('c2', { ros: ['IV', 'new'] }), restores: 'c1' };
  const restored = together({ kind: 'undo', command: 'c2', restores: 'c1' }, { ros: ['new', 'IV'] });
  given(act, whole).when(restoring).then(restored);
  given(act, whole, restored)
    .when(undo('c1', { ros: ['new', 'IV'] }))
    .then(whole);
});
