import { type FragmentLevels, levelsFrom } from './fragment-levels.ts';
import type { LevelPolicy } from './level-policies.ts';
import type { Level } from './levels.ts';
import { levelWithoutStep, type ReplayedStep } from './replay.ts';
import type {
  BulkCause,
  FragmentCause,
  FragmentMove,
  GivenAnswer,
  Occasion,
  VocabularyEvent,
} from './vocabulary.ts';

/** A vocabulary event with the metadata that a history needs. */
export type RecordedVocabularyEvent = VocabularyEvent & {
  readonly metadata: { readonly commandId: string; readonly at: string };
};

/** One entry of a fragment's history. */
export interface FragmentStep {
  readonly commandId: string;
  /** When the command was decided, ISO 8601. */
  readonly at: string;
  readonly epoch: number;
  readonly from: Level;
  /** Equals `from` when the fragment was asked for, was part of a bulk act or counted anew, and did not move. */
  readonly to: Level;
  readonly cause: StepCause;
}

export type StepCause =
  | {
      readonly kind: 'answers';
      readonly book: string;
      readonly sentence: string;
      readonly occasion: Occasion;
      /** The answers that asked for the fragment. */
      readonly answers: readonly GivenAnswer[];
      /** The level policy that applied; absent: the specification's. */
      readonly policy?: LevelPolicy;
    }
  | Exclude<FragmentCause, { readonly kind: 'answer' }>
  | BulkCause
  | { readonly kind: 'reset' }
  | { readonly kind: 'reset undone' };

/**
 * A fragment's history, oldest first; each step starts at the level where the previous one ended. Old events do not name
 * fragments that were asked for but did not move, so those steps are missing.
 * @param events of one vocabulary; from its first on, or from a later one that names the fragment: that event then says
 * where the history begins. Events that do not name the fragment may be missing; resets and changes of the policy may not.
 * @returns steps, each with the event it was taken from
 */
export function historyOf<Event extends RecordedVocabularyEvent>(
  events: readonly Event[],
  fragment: string,
): readonly (FragmentStep & { readonly event: Event })[] {
  const steps: (FragmentStep & { readonly event: Event })[] = [];
  let level: Level | undefined;
  let beforeReset: Level | undefined;
  for (const { event, touched } of withTouches(events)) {
    const { commandId, at } = event.metadata;
    const { epoch } = event.data;
    const add = (from: Level, to: Level, cause: StepCause) => {
      steps.push({ commandId, at, epoch, from, to, cause, event });
      level = to;
    };
    if (event.type === 'VocabularyReset') {
      beforeReset = level;
      if (level !== undefined && level !== 'new') add(level, 'new', { kind: 'reset' });
    } else if (event.type === 'VocabularyResetUndone') {
      const [from, to] = [level ?? 'new', beforeReset ?? 'new'];
      if (from !== to) add(from, to, { kind: 'reset undone' });
    } else {
      const touch = touched.get(fragment);
      if (touch) add(level ?? touch.move[0], touch.move[1], touch.cause);
      // A policy change recounts every fragment but names only those that move.
      else if (level !== undefined && event.type === 'FragmentsChanged' && event.data.cause.kind === 'policy')
        add(level, level, event.data.cause);
    }
  }
  return steps;
}

/**
 * The current levels as they would be without one command: `levelWithoutStep` for each fragment.
 * @param events of one vocabulary, from its first on
 * @param without the command; with `fragment` only its effect on that fragment is left out
 */
export function levelsWithout(
  events: readonly RecordedVocabularyEvent[],
  without: { readonly commandId: string; readonly fragment?: string },
): FragmentLevels {
  const touched = new Set<string>();
  for (const event of events)
    if (event.type === 'FragmentChanged') touched.add(event.data.fragment);
    else if ('fragments' in event.data)
      for (const fragment of Object.keys(event.data.fragments)) touched.add(fragment);
  return levelsFrom(
    [...touched].map((fragment): [string, Level] => {
      const steps = historyOf(events, fragment).map(replayable);
      const isLeftOut = (without.fragment ?? fragment) === fragment;
      return [fragment, levelWithoutStep(steps, isLeftOut ? without.commandId : undefined) ?? 'new'];
    }),
  );
}

/** Converts a step for a replay. */
export function replayable({ commandId, from, to, cause }: FragmentStep): ReplayedStep {
  if (cause.kind !== 'answers') return { commandId, from, to, cause };
  return {
    commandId,
    from,
    to,
    cause: {
      kind: 'answers',
      rights: cause.answers.map(([, , , right]) => right),
      ...(cause.policy && { policy: cause.policy }),
    },
  };
}

interface Touch {
  readonly move: FragmentMove;
  readonly cause: StepCause;
}

/** Each event with the fragments it concerns. Old `FragmentChanged` events are joined with the answer that caused them. */
function* withTouches<Event extends RecordedVocabularyEvent>(
  events: readonly Event[],
): Generator<{
  readonly event: Event;
  readonly touched: ReadonlyMap<string, Touch>;
}> {
  let lastAnswered: Extract<VocabularyEvent, { type: 'SentenceAnswered' }> | undefined;
  for (const event of events) {
    if (event.type === 'SentenceAnswered') lastAnswered = event;
    yield { event, touched: new Map(touchesOf(event, lastAnswered)) };
  }
}

/** The fragments of an event. @param lastAnswered the last answer before it */
export function touchesOf(
  event: RecordedVocabularyEvent,
  lastAnswered: Extract<VocabularyEvent, { type: 'SentenceAnswered' }> | undefined,
): readonly (readonly [fragment: string, touch: Touch])[] {
  switch (event.type) {
    case 'SentenceAnswered': {
      const { book, sentence, occasion, answers, policy, fragments } = event.data;
      return Object.entries(fragments).map(([fragment, [from, to, ...asking]]) => {
        const given = asking.map(index => answers[index]).filter(answer => answer !== undefined);
        const about = { book, sentence, occasion, answers: given, ...(policy && { policy }) };
        const cause: StepCause = { kind: 'answers', ...about };
        return [fragment, { move: [from, to], cause }];
      });
    }
    case 'FragmentsChanged':
      return Object.entries(event.data.fragments).map(([fragment, move]) => [
        fragment,
        { move, cause: event.data.cause },
      ]);
    case 'FragmentChanged': {
      const { fragment, from, to, cause } = event.data;
      return [
        [
          fragment,
          { move: [from, to], cause: cause.kind === 'answer' ? answersBefore(cause, lastAnswered) : cause },
        ],
      ];
    }
    default:
      return [];
  }
}

/** In old logs an answer directly precedes the changes it caused. */
function answersBefore(
  { question, sentence }: Extract<FragmentCause, { kind: 'answer' }>,
  lastAnswered: Extract<VocabularyEvent, { type: 'SentenceAnswered' }> | undefined,
): StepCause {
  const given = lastAnswered?.data.answers.filter(([asked]) => asked === question) ?? [];
  return {
    kind: 'answers',
    book: lastAnswered?.data.book ?? '',
    sentence,
    occasion: lastAnswered?.data.occasion ?? 'reading',
    answers: given,
  };
}
