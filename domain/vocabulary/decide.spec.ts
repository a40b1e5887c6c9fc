import { test } from 'vitest';
import { specification } from '../../tooling/testing/given.ts';
import { decide, type VocabularyCommand } from './decide.ts';
import type { Level } from './levels.ts';
import { evolve, nothingLearned, type VocabularyEvent } from './vocabulary.ts';

const given = specification({ initial: nothingLearned, evolve, decide });

type Word = readonly [question: string, fragments: readonly string[]];

const answers = (right: boolean, ...words: readonly Word[]): VocabularyCommand => ({
  type: 'answer',
  book: 'platero',
  sentence: 's1',
  contentVersion: 'v1',
  answers: words.map(([question, fragments]) => ({
    question,
    kind: 'word',
    chosen: right ? 0 : 1,
    right,
    milliseconds: 900,
    fragments,
  })),
});
const answeredRight = (question: string, fragments: readonly string[]) =>
  answers(true, [question, fragments]);
const answeredWrong = (question: string, fragments: readonly string[]) =>
  answers(false, [question, fragments]);

const answered = (question: string, right: boolean, epoch = 0): VocabularyEvent => ({
  type: 'QuestionAnswered',
  data: {
    epoch,
    question,
    kind: 'word',
    book: 'platero',
    sentence: 's1',
    chosen: right ? 0 : 1,
    right,
    milliseconds: 900,
    contentVersion: 'v1',
  },
});
const changed = (
  fragment: string,
  from: Level,
  to: Level,
  question?: string,
  epoch = 0,
): VocabularyEvent => ({
  type: 'FragmentChanged',
  data: {
    epoch,
    fragment,
    from,
    to,
    cause: question ? { kind: 'answer', question, sentence: 's1' } : { kind: 'mark' },
  },
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
    .then(answered('gato', true), changed('gat', 'III', 'IV', 'gato'), changed('-o', 'new', 'I', 'gato'));
});

test('a wrong answer makes a new fragment I and moves nothing else', () => {
  given(changed('gat', 'I', 'II'))
    .when(answeredWrong('gato', ['gat', '-o']))
    .then(answered('gato', false), changed('-o', 'new', 'I', 'gato'));
});

test('a known fragment stays known, right or wrong', () => {
  given(changed('gat', 'III', 'IV'))
    .when(answeredRight('gato', ['gat']))
    .then(answered('gato', true));
  given(changed('gat', 'III', 'IV'))
    .when(answeredWrong('gato', ['gat']))
    .then(answered('gato', false));
});

test('a fragment moves at most one step per sentence', () => {
  given()
    .when(answers(true, ['gatos', ['gat', '-s']], ['rosas', ['ros', '-s']]))
    .then(
      answered('gatos', true),
      changed('gat', 'new', 'I', 'gatos'),
      changed('-s', 'new', 'I', 'gatos'),
      answered('rosas', true),
      changed('ros', 'new', 'I', 'rosas'),
    );
});

test('a clause answer is recorded and moves no level', () => {
  const command: VocabularyCommand = {
    type: 'answer',
    book: 'platero',
    sentence: 's1',
    contentVersion: 'v1',
    answers: [{ question: 'c0', kind: 'clause', chosen: null, right: false, milliseconds: 5, fragments: [] }],
  };
  given()
    .when(command)
    .then({
      type: 'QuestionAnswered',
      data: {
        epoch: 0,
        question: 'c0',
        kind: 'clause',
        book: 'platero',
        sentence: 's1',
        chosen: null,
        right: false,
        milliseconds: 5,
        contentVersion: 'v1',
      },
    });
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

test('marking what is already so changes nothing', () => {
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
    .then(changed('gat', 'new', 'II', undefined, 1));
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

test('undoing a reset is refused once the learner has acted since, or when there was none', () => {
  given().when({ type: 'undo reset' }).thenRefused('nothing to undo');
  given(reset(1), answered('gato', false, 1))
    .when({ type: 'undo reset' })
    .thenRefused('nothing to undo');
  given(reset(1), undone(0, 1)).when({ type: 'undo reset' }).thenRefused('nothing to undo');
});
