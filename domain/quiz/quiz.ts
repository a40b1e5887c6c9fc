import type { Level } from '../vocabulary/levels.ts';
import type { QuestionKind } from '../vocabulary/vocabulary.ts';
import { answerTime } from './answer-times.ts';
import { splitIntoClauses } from './clauses.ts';
import { chooseOptions, type ShownOption } from './options.ts';
import { seeded } from './random.ts';

/**
 * The quiz of one sentence (spec 4, Reader) as a pure state machine: the screen draws its state and sends it what
 * the learner did. Answers are kept in the state until the sentence is read; storing them is enough to resume.
 */

export interface QuizWord {
  readonly id: string;
  readonly trailingPunctuation: string;
  readonly fragments: readonly string[];
  /** A proper noun, a Roman numeral or a Latin word: never asked. */
  readonly skipped: boolean;
}

export interface QuizQuestion {
  readonly id: string;
  /** As stored: number 0 is right. */
  readonly options: readonly { readonly text: string; readonly explanation: string }[];
}

/** What a sentence can ask. A word or clause without a question in the data is not asked. */
export interface QuizSentence {
  readonly id: string;
  readonly words: readonly QuizWord[];
  readonly wordQuestions: Readonly<Record<string, QuizQuestion>>;
  /** By clause index. */
  readonly clauseQuestions: Readonly<Record<number, QuizQuestion>>;
  /** Question about the whole sentence; the specification only shows the translation. */
  readonly sentenceQuestion?: QuizQuestion | undefined;
}

/** Restricts the specification's plan for one sentence by the learner's settings (`pace.ts`). */
export interface Limits {
  /**
   * Whether a word is asked; called in order for each word that the specification asks. `new`: not asked because of a new
   * fragment; its clause and sentence are not asked either.
   */
  readonly asks: (fragments: readonly string[]) => 'yes' | 'often enough' | 'new';
  /** The whole sentence is asked too. */
  readonly asksWholeSentence: boolean;
}

export interface QuizAnswer {
  readonly question: string;
  /** Option as stored; null is 'I don't know yet'. */
  readonly chosen: number | null;
  readonly milliseconds: number;
}

/** The result of an answer. `unknown`: 'I don't know yet', which is no error. */
export type Mark = 'right' | 'wrong' | 'unknown';

/** `words asked`: its words were asked, but not the clause itself. */
export type ClauseResult = Mark | 'words asked' | 'nothing asked';

/** One thing to ask, in the order it is asked. */
export interface Step extends Asked {
  readonly options: readonly ShownOption[];
}

/** A question that is asked of a sentence. */
export interface Asked {
  readonly phase: 'wordInstance' | 'clause' | 'whole sentence';
  /** The number of clauses for a question about the whole sentence, which follows them. */
  readonly clause: number;
  /** The word asked about; null in the other questions. */
  readonly word: string | null;
  readonly question: QuizQuestion;
}

export interface Quiz {
  readonly sentence: QuizSentence;
  readonly clauses: readonly (readonly QuizWord[])[];
  /** All questions, planned when the sentence was entered. */
  readonly steps: readonly Step[];
  /** Number of words that are not asked because of the daily limit of new fragments. */
  readonly waiting: number;
  /** Number of answers given; the step with this number is asked now. */
  readonly answers: readonly QuizAnswer[];
  /** The answer view of the last answer is open and waits for Continue. */
  readonly showingAnswer: boolean;
}

/**
 * Enters a sentence: plans what is asked.
 * @param levelOf the learner's level of a fragment at this moment; a word whose fragments are all known is skipped
 * @param seed the same seed plans the same options in the same order
 * @param limits none: as specified
 */
export function enter(
  sentence: QuizSentence,
  levelOf: (fragment: string) => Level,
  seed: string,
  limits?: Limits,
): Quiz {
  const { asked, waiting } = planned(sentence, levelOf, limits);
  const clauses = splitIntoClauses(sentence.words);
  return { sentence, clauses, steps: withOptions(asked, seed), waiting, answers: [], showingAnswer: false };
}

/** The questions of a sentence in order, and the number of words left out because of the daily limit of new fragments. */
export function planned(
  sentence: QuizSentence,
  levelOf: (fragment: string) => Level,
  limits?: Limits,
): { readonly asked: readonly Asked[]; readonly waiting: number } {
  const clauses = splitIntoClauses(sentence.words);
  const fragmentsAsked = new Set<string>();
  const asked: Asked[] = [];
  let waiting = 0;
  for (const [clause, words] of clauses.entries()) {
    const waitingBefore = waiting;
    for (const { id: word, fragments, skipped } of words) {
      const question = sentence.wordQuestions[word];
      const known = fragments.every(fragment => levelOf(fragment) === 'IV');
      // A word is skipped when the sentence already asked for all of its fragments.
      const repeated = fragments.every(fragment => fragmentsAsked.has(fragment));
      if (!question || skipped || known || repeated) continue;
      const asks = limits?.asks(fragments) ?? 'yes';
      if (asks === 'new') waiting++;
      if (asks !== 'yes') continue;
      for (const fragment of fragments) fragmentsAsked.add(fragment);
      asked.push({ phase: 'wordInstance', clause, word, question });
    }
    const question = sentence.clauseQuestions[clause];
    if (question && words.length > 1 && waiting === waitingBefore)
      asked.push({ phase: 'clause', clause, word: null, question });
  }
  const { sentenceQuestion: question } = sentence;
  // The question about a single clause has covered the sentence.
  if (
    limits?.asksWholeSentence &&
    question &&
    waiting === 0 &&
    !(clauses.length === 1 && asked.at(-1)?.phase === 'clause')
  )
    asked.push({ phase: 'whole sentence', clause: clauses.length, word: null, question });
  return { asked, waiting };
}

/**
 * Enters a sentence with a stored plan. Questions that no longer exist are left out.
 * @param plan ids of the questions, in the order they are asked
 */
export function enterPlanned(sentence: QuizSentence, plan: readonly string[], seed: string): Quiz {
  const clauses = splitIntoClauses(sentence.words);
  const possible = [
    ...clauses.flatMap((words, clause) => [
      ...words.map(({ id }) => ({ clause, word: id, question: sentence.wordQuestions[id] })),
      { clause, word: null, question: sentence.clauseQuestions[clause] },
    ]),
    { clause: clauses.length, word: null, question: sentence.sentenceQuestion },
  ];
  const asked = plan.flatMap((id): Asked[] => {
    const found = possible.find(({ question }) => question?.id === id);
    if (!found?.question) return [];
    const { clause, word, question } = found;
    const phase = word !== null ? 'wordInstance' : clause < clauses.length ? 'clause' : 'whole sentence';
    return [{ phase, clause, word, question }];
  });
  return {
    sentence,
    clauses,
    steps: withOptions(asked, seed),
    waiting: 0,
    answers: [],
    showingAnswer: false,
  };
}

function withOptions(asked: readonly Asked[], seed: string): readonly Step[] {
  return asked.map(one => ({
    ...one,
    options: chooseOptions(one.question.options, seeded(`${seed} ${one.question.id}`)),
  }));
}

/**
 * Removes the remaining questions of a clause that the learner knows, and of later words without unknown fragments.
 * @param isKnown whether the learner knows a fragment, those of the clause included
 */
export function skipClause(quiz: Quiz, clause: number, isKnown: (fragment: string) => boolean): Quiz {
  const fragmentsOf = new Map(quiz.sentence.words.map(({ id, fragments }) => [id, fragments]));
  const answered = quiz.answers.length;
  const steps = quiz.steps.filter(
    (step, number) =>
      number < answered ||
      (step.clause !== clause && !(step.word && fragmentsOf.get(step.word)?.every(isKnown))),
  );
  return { ...quiz, steps };
}

/** What a question asks about, as events name it. */
export function kindOf({ phase }: Asked): QuestionKind {
  return phase === 'wordInstance' ? 'word' : phase === 'clause' ? 'clause' : 'sentence';
}

/** The current question; undefined when all are answered and the sentence itself is shown. */
export function currentStep(quiz: Quiz): Step | undefined {
  return quiz.steps[quiz.showingAnswer ? quiz.answers.length - 1 : quiz.answers.length];
}

/** Phase of spec 4: 'sentence' once nothing is left to ask and no answer view is open. */
export function phaseOf(quiz: Quiz): Step['phase'] | 'sentence' {
  return currentStep(quiz)?.phase ?? 'sentence';
}

/**
 * Takes an answer. A right one advances; a wrong one, or 'I don't know yet', opens the answer view.
 * An option that is not shown, or an answer while the answer view is open, changes nothing.
 */
export function choose(quiz: Quiz, chosen: number | null, milliseconds: number): Quiz {
  const asked = quiz.showingAnswer ? undefined : quiz.steps[quiz.answers.length];
  if (!asked || (chosen !== null && !asked.options.some(option => option.stored === chosen))) return quiz;
  const answer: QuizAnswer = {
    question: asked.question.id,
    chosen,
    milliseconds: answerTime(milliseconds),
  };
  return { ...quiz, answers: [...quiz.answers, answer], showingAnswer: chosen !== 0 };
}

/** Continue: closes the answer view. */
export function proceed(quiz: Quiz): Quiz {
  return quiz.showingAnswer ? { ...quiz, showingAnswer: false } : quiz;
}

/**
 * Resumes a sentence after a crash or reload: applies the answers in order, up to the first that does not fit the plan, and
 * reopens the answer view if it was open.
 */
export function resume(quiz: Quiz, answers: readonly QuizAnswer[]): Quiz {
  let resumed = quiz;
  for (const { question, chosen, milliseconds } of answers) {
    const ready = proceed(resumed);
    if (ready.steps[ready.answers.length]?.question.id !== question) return ready;
    resumed = choose(ready, chosen, milliseconds);
    if (resumed === ready) return ready;
  }
  return resumed;
}

/** Result of each word that was asked, by word instance id. */
export function wordMarks(quiz: Quiz): Readonly<Record<string, Mark>> {
  const marks: Record<string, Mark> = {};
  for (const [number, { chosen }] of quiz.answers.entries()) {
    const word = quiz.steps[number]?.word;
    if (word) marks[word] = markOf(chosen);
  }
  return marks;
}

function markOf(chosen: number | null): Mark {
  if (chosen === null) return 'unknown';
  return chosen === 0 ? 'right' : 'wrong';
}

/**
 * Result of each finished clause, by index: of its own question, or of its word if it has only one. A clause without questions
 * counts as answered once it is reached.
 */
export function clauseMarks(quiz: Quiz): Readonly<Record<number, ClauseResult>> {
  const marks: Record<number, ClauseResult> = {};
  const open = currentStep(quiz);
  for (const [index, words] of quiz.clauses.entries()) {
    const steps = [...quiz.steps.entries()].filter(([, { clause }]) => clause === index);
    if (steps.length === 0) {
      if (open === undefined || open.clause > index) marks[index] = 'nothing asked';
      continue;
    }
    const last = steps.at(-1);
    const answer = last && quiz.answers[last[0]];
    if (!answer) continue;
    const isOfWhole = last[1].word === null || words.length === 1;
    marks[index] = isOfWhole ? markOf(answer.chosen) : 'words asked';
  }
  return marks;
}

/** Fragments that occur 2 to 4 times in the sentence and are not known: the reader highlights them (spec 2). */
export function duplicateFragments(
  words: readonly Pick<QuizWord, 'fragments'>[],
  levelOf: (fragment: string) => Level,
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const fragment of words.flatMap(word => word.fragments))
    counts.set(fragment, (counts.get(fragment) ?? 0) + 1);
  const found = [...counts].filter(
    ([fragment, count]) => count >= 2 && count <= 4 && levelOf(fragment) !== 'IV',
  );
  return new Set(found.map(([fragment]) => fragment));
}
