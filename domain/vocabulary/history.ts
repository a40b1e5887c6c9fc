import { changing, type FragmentLevels, noLevels } from './fragment-levels.ts';
import { answered, type Level, tapped } from './levels.ts';
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
  /** Equals `from` when the fragment was asked for, or was part of a bulk act, and did not move. */
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
    }
  | Exclude<FragmentCause, { readonly kind: 'answer' }>
  | BulkCause
  | { readonly kind: 'reset' }
  | { readonly kind: 'reset undone' };

/**
 * A fragment's history, oldest first; each step starts at the level where the previous one ended. Old events do not name
 * fragments that were asked for but did not move, so those steps are missing.
 * @param events of one vocabulary, from its first on
 */
export function historyOf(
  events: readonly RecordedVocabularyEvent[],
  fragment: string,
): readonly FragmentStep[] {
  const steps: FragmentStep[] = [];
  let level: Level = 'new';
  let beforeReset: Level = 'new';
  for (const { event, touched } of withTouches(events)) {
    const { commandId, at } = event.metadata;
    const { epoch } = event.data;
    const add = (to: Level, cause: StepCause) => {
      steps.push({ commandId, at, epoch, from: level, to, cause });
      level = to;
    };
    if (event.type === 'VocabularyReset') {
      beforeReset = level;
      if (level !== 'new') add('new', { kind: 'reset' });
    } else if (event.type === 'VocabularyResetUndone') {
      if (beforeReset !== level) add(beforeReset, { kind: 'reset undone' });
    } else {
      const touch = touched.get(fragment);
      if (touch) add(touch.move[1], touch.cause);
    }
  }
  return steps;
}

/**
 * The current levels as they would be without one command: all other events are replayed in order. Answers and taps are
 * applied to the replayed level, marks and bulk acts set the recorded level, an undo restores the replayed level from
 * before the undone act. Resets stay.
 * @param events of one vocabulary, from its first on
 * @param without the command; with `fragment` only its effect on that fragment is left out
 */
export function levelsWithout(
  events: readonly RecordedVocabularyEvent[],
  without: { readonly commandId: string; readonly fragment?: string },
): FragmentLevels {
  const isLeftOut = (commandId: string, fragment: string) =>
    commandId === without.commandId && (without.fragment ?? fragment) === fragment;
  const undone = new Set(
    events.flatMap(({ type, data }) =>
      type === 'FragmentsChanged' && data.cause.kind === 'undo' ? [data.cause.command] : [],
    ),
  );
  /** By undone command: replayed levels of its fragments before it. */
  const before = new Map<string, Map<string, Level>>();
  let levels = changing(noLevels);
  let beforeReset = noLevels;

  for (const { event, touched } of withTouches(events)) {
    const { commandId } = event.metadata;
    if (event.type === 'VocabularyReset') {
      beforeReset = levels.changed();
      levels = changing(noLevels);
      continue;
    }
    if (event.type === 'VocabularyResetUndone') {
      levels = changing(beforeReset);
      continue;
    }
    for (const [fragment, { move, cause }] of touched) {
      const from = levels.level(fragment);
      if (undone.has(commandId)) {
        const kept = before.get(commandId) ?? new Map<string, Level>();
        before.set(commandId, kept.set(fragment, from));
      }
      if (isLeftOut(commandId, fragment)) continue;
      if (cause.kind === 'undo') {
        // The undone command is left out, so its undo has no effect either.
        if (isLeftOut(cause.command, fragment)) continue;
        levels.change(fragment, before.get(cause.command)?.get(fragment) ?? move[1]);
      } else levels.change(fragment, replayed(cause, from, move));
    }
  }
  return levels.changed();
}

/** The level after a step when the level before it may differ from the recorded one. */
function replayed(cause: StepCause, from: Level, [recordedFrom, recordedTo]: FragmentMove): Level {
  if (from === recordedFrom) return recordedTo;
  if (cause.kind === 'tap') return tapped(from);
  if (cause.kind !== 'answers') return recordedTo;
  return answered(
    from,
    cause.answers.map(([, , , right]) => right),
  );
}

interface Touch {
  readonly move: FragmentMove;
  readonly cause: StepCause;
}

/** Each event with the fragments it concerns. Old `FragmentChanged` events are joined with the answer that caused them. */
function* withTouches(events: readonly RecordedVocabularyEvent[]): Generator<{
  readonly event: RecordedVocabularyEvent;
  readonly touched: ReadonlyMap<string, Touch>;
}> {
  let lastAnswered: Extract<RecordedVocabularyEvent, { type: 'SentenceAnswered' }> | undefined;
  for (const event of events) {
    if (event.type === 'SentenceAnswered') lastAnswered = event;
    yield { event, touched: new Map(touchesOf(event, lastAnswered)) };
  }
}

function touchesOf(
  event: RecordedVocabularyEvent,
  lastAnswered: Extract<VocabularyEvent, { type: 'SentenceAnswered' }> | undefined,
): readonly (readonly [fragment: string, touch: Touch])[] {
  switch (event.type) {
    case 'SentenceAnswered': {
      const { book, sentence, occasion, answers, fragments } = event.data;
      return Object.entries(fragments).map(([fragment, [from, to, ...asking]]) => {
        const given = asking.map(index => answers[index]).filter(answer => answer !== undefined);
        const cause: StepCause = { kind: 'answers', book, sentence, occasion, answers: given };
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
