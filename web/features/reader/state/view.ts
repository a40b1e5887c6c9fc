import { currentStep, type Step } from '../../../../domain/quiz/quiz.ts';
import type { ReaderSentence } from '../chapter/contents.ts';
import type { Card, ReadingState } from './state.ts';

/** The question on the card, answered or not; undefined when it shows the sentence. */
export function shownStep({ card, place: { quiz } }: ReadingState): Step | undefined {
  if (card === 'read' || card === 'unasked') return undefined;
  if (card === 'asked') return currentStep(quiz);
  return quiz.steps[quiz.answers.length - 1];
}

/** The chosen option of the answered question on the card; undefined before an answer. */
export function chosenOption({ card, place: { quiz } }: ReadingState): number | null | undefined {
  if (card === 'right' || card === 'held' || card === 'wrong') return quiz.answers.at(-1)?.chosen ?? null;
  return undefined;
}

/** What a screen reader announces once: the translation that was asked for, then the verdict. */
export function announced(state: ReadingState): string {
  const step = shownStep(state);
  const chosen = chosenOption(state);
  if (!step) return '';
  if (chosen === undefined) {
    const sentence = state.translating && step.word !== null && state.sentences[state.place.index];
    return (sentence && clauseTranslation(sentence, step.clause)) || '';
  }
  const right = step.options.find(({ stored }) => stored === 0)?.text;
  if (chosen === 0) return `Right: ${right}.${state.card === 'held' ? ' Held.' : ''}`;
  const own = step.options.find(({ stored }) => stored === chosen)?.text;
  if (own === undefined) return `Here it is. Correct answer: ${right}.`;
  return `Not quite. Your answer: ${own}. Correct answer: ${right}.`;
}

/** Answered share of the sentence's questions, 0 to 1. */
export function shareAnswered({ card, place: { quiz } }: ReadingState): number {
  if (card === 'read' || quiz.steps.length === 0) return card === 'read' ? 1 : 0;
  return quiz.answers.length / quiz.steps.length;
}

/** The position of the reader, as text. */
export function whereabouts(state: ReadingState): string {
  const { place, sentences, card } = state;
  const sentence = `Sentence ${place.index + 1} of ${sentences.length}`;
  const total = place.quiz.steps.length;
  if (card === 'read' || total === 0) return sentence;
  const answered = place.quiz.answers.length;
  return `${sentence}, question ${Math.min(total, card === 'asked' ? answered + 1 : answered)} of ${total}`;
}

export function clauseText({ clauses }: ReaderSentence, index: number): string {
  const words = clauses[index] ?? [];
  return words
    .map(({ leadingPunctuation, text, trailingPunctuation }, place) =>
      [leadingPunctuation, text, place < words.length - 1 ? trailingPunctuation : ''].join(''),
    )
    .join(' ');
}

export function clauseTranslation({ quiz }: Pick<ReaderSentence, 'quiz'>, index: number): string | undefined {
  return quiz.clauseQuestions[index]?.options[0]?.text;
}

/** The data that a card renders; a card that slides out keeps its own. */
export interface CardView {
  /** Each card has another key. */
  readonly key: string;
  readonly card: Card;
  readonly sentence: ReaderSentence;
  readonly step: Step | undefined;
  readonly chosen: number | null | undefined;
  readonly cooling: boolean;
  readonly explaining: boolean;
  readonly translating: boolean;
  /** Number of words that are not asked because the daily limit of new ones is reached. */
  readonly waiting: number;
}

export function cardView(state: ReadingState, sentence: ReaderSentence): CardView {
  const step = shownStep(state);
  const { card, cooling, explaining, translating, place } = state;
  const key = `${place.seed} ${step?.question.id ?? card}`;
  const { waiting } = place.quiz;
  return {
    key,
    card,
    sentence,
    step,
    chosen: chosenOption(state),
    cooling,
    explaining,
    translating,
    waiting,
  };
}
