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

/** A vocabulary event with what its metadata says of it; a recorded event is one. */
export type RecordedVocabularyEvent = VocabularyEvent & {
  readonly metadata: { readonly commandId: string; readonly at: string };
};

/** One thing that concerned a fragment. */
export interface FragmentStep {
  readonly commandId: string;
  /** When the command was decided, ISO 8601. */
  readonly at: string;
  readonly epoch: number;
  readonly from: Level;
  /** Equals `from` when the fragment was asked, or was part of a bulk act, and stayed. */
  readonly to: Level;
  readonly cause: StepCause;
}

export type StepCause =
  | {
      readonly kind: 'answers';
      readonly book: string;
      readonly sentence: string;
      readonly occasion: Occasion;
      /** Those that asked the fragment. */
      readonly answers: readonly GivenAnswer[];
    }
  | Exclude<FragmentCause, { readonly kind: 'answer' }>
  | BulkCause
  | { readonly kind: 'reset' }
  | { readonly kind: 'reset undone' };

/**
 * Everything that the log tells of one fragment, oldest first: each step begins where the one before it ended. Old logs
 * do not say which fragments an answer asked that moved none, so such answers are missing from them.
 * @param events of one vocabulary, from its first on
 */
export function historyOf(
  events: readonly RecordedVocabularyEvent[],
  fragment: string,
): readonly FragmentStep[] {
  const steps: FragmentStep[] = [];
  let level: Level = 'new';
  let beforeReset: Level = 'new';
  for (const { event, touched } of told(events)) {
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
 * The present levels as they would be without what one command did: everything else is done again in its order, by the
 * rules. Answers take a step from where the fragment then stands, a tap does what a tap does there; a mark and a bulk act
 * put a fragment where they say; an undo returns it to where it then stood before the act. Resets stay.
 * @param events of one vocabulary, from its first on
 * @param without the command, and the only fragment it is taken back for; all of them when none is named
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
  /** By command that was undone: where its fragments stood before it, here. */
  const before = new Map<string, Map<string, Level>>();
  let levels = changing(noLevels);
  let beforeReset = noLevels;

  for (const { event, touched } of told(events)) {
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
        // Nothing was done, so nothing is taken back.
        if (isLeftOut(cause.command, fragment)) continue;
        levels.change(fragment, before.get(cause.command)?.get(fragment) ?? move[1]);
      } else levels.change(fragment, replayed(cause, from, move));
    }
  }
  return levels.changed();
}

/** Where a step takes a fragment that may stand elsewhere than it stood when the step was recorded. */
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

/** Each event with the fragments it says something of. What old answers moved gets the answer that moved it. */
function* told(events: readonly RecordedVocabularyEvent[]): Generator<{
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

/** An old answer stands right before what it moved. */
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
