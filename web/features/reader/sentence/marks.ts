import {
  type ClauseResult,
  clauseMarks,
  type Mark,
  type Step,
  wordMarks,
} from '../../../../domain/quiz/quiz.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import type { Card, Place } from '../state/state.ts';

/** The state of a word, for its look and its description. `plain`: not asked. `new` and `seen`: asked later or now. */
export type WordMark = Mark | 'plain' | 'new' | 'seen';

/** `asked`: one of its words is asked. `whole`: asked as a clause. `done`: answered. `rest`: not asked yet. */
export interface ClauseMark {
  readonly state: 'asked' | 'whole' | 'done' | 'rest';
  readonly result: ClauseResult | undefined;
}

/** The state of each clause of the sentence. */
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
    // A clause is done after a right answer, or after Continue.
    const isOver = result !== undefined && !(isShown && (card === 'wrong' || card === 'asked'));
    if (isOver) return { state: 'done', result };
    if (!isShown) return { state: step === undefined ? 'asked' : 'rest', result: undefined };
    return { state: step.word === null ? 'whole' : 'asked', result: undefined };
  });
}

/** The state of each word of the sentence, by word instance id. */
export function wordStates(
  { words }: ReaderSentence,
  { quiz }: Place,
  levelOf: (fragment: string) => Level,
): ReadonlyMap<string, WordMark> {
  const answered = wordMarks(quiz);
  const asked = new Set(quiz.steps.map(({ word }) => word));
  const stateOf = ({ id, fragments }: ReaderWord): WordMark => {
    const mark = answered[id];
    if (mark) return mark;
    if (!asked.has(id)) return 'plain';
    return fragments.some(fragment => levelOf(fragment.id) === 'new') ? 'new' : 'seen';
  };
  return new Map(words.map(word => [word.id, stateOf(word)]));
}
