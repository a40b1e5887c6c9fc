import { clauseMarks, type Mark, type Step, wordMarks } from '../../../../domain/quiz/quiz.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import type { Card, Place } from '../state/state.ts';

/**
 * How a word looks, and what it is called for whoever cannot see it. `plain`: nothing to ask. `new` and `seen`: to be
 * asked. `right`, `wrong`: answered.
 */
export type WordMark = 'plain' | 'new' | 'seen' | 'right' | 'wrong';

/** `asked`: its words are asked. `whole`: it is asked as a whole. `done`: answered. `rest`: its turn comes. */
export interface ClauseMark {
  readonly state: 'asked' | 'whole' | 'done' | 'rest';
  readonly result: Mark | undefined;
}

/** How far each clause of the sentence has come. */
export function clauseStates(
  { clauses }: ReaderSentence,
  { quiz, read }: Place,
  { card, step }: { card: Card; step: Step | undefined },
): readonly ClauseMark[] {
  const results = clauseMarks(quiz);
  return clauses.map((_, index) => {
    const result = results[index];
    if (read) return { state: 'done', result };
    const isShown = step?.clause === index;
    // A clause is washed once its answer was right, or Continue was pressed.
    const isOver = result !== undefined && !(isShown && (card === 'wrong' || card === 'asked'));
    if (isOver) return { state: 'done', result };
    if (!isShown) return { state: step === undefined ? 'asked' : 'rest', result: undefined };
    return { state: step.word === null ? 'whole' : 'asked', result: undefined };
  });
}

/** How each word of the sentence stands, by word instance id. */
export function wordStates(
  { words }: ReaderSentence,
  { quiz }: Place,
  levelOf: (fragment: string) => Level,
): ReadonlyMap<string, WordMark> {
  const answered = wordMarks(quiz);
  const asked = new Set(quiz.steps.map(({ word }) => word));
  const stateOf = ({ id, fragments }: ReaderWord): WordMark => {
    const mark = answered[id];
    if (mark === 'right' || mark === 'wrong') return mark;
    if (!asked.has(id)) return 'plain';
    return fragments.some(fragment => levelOf(fragment.id) === 'new') ? 'new' : 'seen';
  };
  return new Map(words.map(word => [word.id, stateOf(word)]));
}
